//! What tests of `path` use beyond its public face.
