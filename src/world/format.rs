//! Reading worlds from files, and the maps that live inside the program.
