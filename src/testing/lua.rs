//! What tests of `lua` use beyond its public face.
