//! What tests of `ui` use beyond its public face.
