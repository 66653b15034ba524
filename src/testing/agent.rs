//! What tests of `agent` use beyond its public face.
