//! The compiler's wording, as far as explanations depend on it. Each has a sample, and a test compiles the samples: after an
//! update of Luau it shows which wording has changed.

/// Declares each wording with a sample that makes the compiler use it.
macro_rules! wordings {
    ($($name:ident = $wording:literal, $sample:literal;)*) => {
        $(pub(super) const $name: &str = $wording;)*
        /// Wordings and their samples.
        pub const SAMPLES: &[(&str, &str)] = &[$(($wording, $sample)),*];
    };
}

wordings! {
    ARGUMENTS = "Expected '(', '{' or <string> when parsing function call", "local x = npc:health + 1";
    ARGUMENTS_BELOW = "Expected function call arguments", "local x = npc:health\nreturn x";
    COLUMN = "at column ", "f(1, 2 }";
    DO = "Expected 'do'", "while true\nprint(1)\nend";
    END = "Expected 'end' (to close", "function f() return 1 print(2) end";
    END_OF_FILE = "Expected <eof>", "return 1\nprint(2)";
    CLOSING_BRACE = "Expected '}' (to close", "local t = { 1, 2 )";
    CLOSING_PARENTHESIS = "Expected ')' (to close", "f(a b)";
    FUNCTION_NAME = "Expected identifier when parsing function name", "function () end";
    GOT = "got '", "local = 3";
    IDENTIFIER = "Expected identifier", "local end = 5";
    EXPRESSION = "Expected identifier when parsing expression", "local x = 1 +\nend";
    LONE_STRING = "Expected identifier when parsing expression, got \"", "if a then \"rest\" end";
    INCOMPLETE = "Incomplete statement", "npc.health";
    MALFORMED_STRING = "alformed string", "local x = \"abc\n";
    METHOD_NAME = "method name", "local t = { far: 3 }";
    PARAMETERS = "Expected '(' when parsing function", "local t = { function tick(npc) end }";
    RANGE = "index range", "for i = 1 to 10 do end";
    SUGGESTION = "; did you mean ", "if a && b then end";
    TABLE_COMMA = "Expected ',' after table", "local t = {\n a = 1\n b = 2 }";
    TABLE_FIELD = "Expected '=' when parsing table field", "local t = { [1]: 2 }";
    THEN = "Expected 'then'", "if a\nprint(1) end";
    TYPE = "Expected type", "local x: 3";
    UNEXPECTED = "Unexpected '", "if a && b then end";
    UNTIL = "Expected 'until'", "repeat return 1 print(2) until true";
}
