//! What tests of `nav` use beyond its public face.
