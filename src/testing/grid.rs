//! What tests of `grid` use beyond its public face.
