//! What tests of `sim` use beyond its public face.
