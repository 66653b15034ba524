//! What tests of `search` use beyond its public face.
