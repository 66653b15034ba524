//! What tests of `spec` use beyond its public face.
