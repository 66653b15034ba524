//! What tests of `diag` use beyond its public face.
