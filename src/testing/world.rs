//! What tests of `world` use beyond its public face.
