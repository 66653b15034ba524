//! Odd arguments for every function.

/// What the file has at its top: large values that no call has to pay for.
pub(crate) const TOP: &str = "
local H, D, T = ('x'):rep(16000), ('9'):rep(60), table.create(20000, 1)
local S = {} for i = 1, 2000 do S[i] = 'word' .. i end
local NAN, BIG = 0/0, 1e308
local function call(self, ...) return self end
local M = setmetatable({}, { __index = call, __newindex = call, __call = call, __len = function() return 1e9 end,
    __lt = call, __le = call, __eq = call, __concat = call, __add = call, __unm = call, __tostring = function() return 'm' end,
    __iter = function() return call, 1, nil end })
";

/// Arguments by what is odd about them. `f` is the function itself.
pub(crate) const ODD: &[(&str, &str)] = &[
    ("nothing", ""),
    ("long strings", "H, H, H, H"),
    ("a long string and a pattern", "H, '(.-)(.-)(.-)%1x', 'y'"),
    ("many arguments", "unpack(T, 1, 240)"),
    ("large tables", "T, T, T, T"),
    ("a large table and numbers", "T, 1, 19000, 2, {}"),
    ("strings in a table", "S, H"),
    ("strings for numbers", "'3', '16000', '5', '1'"),
    ("a table and strings for numbers", "{ 1, 2, 3 }, '1', '16000', '2'"),
    ("long digits", "D, D, D, D"),
    ("no numbers", "NAN, NAN, NAN"),
    ("no end", "math.huge, -math.huge, BIG"),
    ("negative", "-1, -16000, -5, -1e15"),
    ("a string and negative numbers", "H, -16000, -1"),
    ("metatables", "M, M, M, M"),
    ("reentry", "function(...) return f(...) end, function(...) return f(f, ...) end, f"),
    ("a string and reentry", "H, '.', function(...) return f(H, '.', f) end"),
    ("a table and reentry", "{ 3, 1, 2, 5, 4 }, function(...) f(...) return true end"),
    ("creatures", "npc, npc.memory, npc, npc"),
];

/// A tick that calls a function without end, each time with the next kind of arguments.
pub(crate) fn endless(function: &str) -> String {
    let kind =
        |(_, args): &(&str, &str)| format!("function() while true do pcall(f, {args}) end end").replace(", )", ")");
    let kinds: Vec<String> = ODD.iter().map(kind).collect();
    format!(
        "local kind = (npc.memory.kind or 0) % {} + 1 npc.memory.kind = kind local f = {function} ({{ {} }})[kind]()",
        kinds.len(),
        kinds.join(", ")
    )
}
