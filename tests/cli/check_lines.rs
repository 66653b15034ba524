//! What `bestiary check` says of one line in a handler: a table of faults, and a table of neighbours that are none.

use crate::check::{LOITER, mod_of, shown};
use std::fmt::Write as _;

/// What lies before the behaviour, the handler, and the one finding: line, severity, part of the message and of the hint.
const FAULTS: &[(&str, &str, &str)] = &[
    (
        "",
        "if npc.health < 15 then return end\nif npc.health < 10 then npc:stop() end",
        "3: warning: this is never reached: the condition on line 2 holds too",
    ),
    (
        "",
        "local h = npc.health\nif h > 5 then npc:stop() return end\nif 9 < h then npc:say('a') end",
        "4: warning: this is never reached: the condition on line 3 holds too",
    ),
    (
        "",
        "local f = npc:nearest { within = 9 }\nif not f then return end\nif f == nil then npc:stop() end\nnpc:face(f, 1)",
        "4: warning: this is never true: the condition on line 3 has decided it",
    ),
    (
        "",
        "if npc.faction == 'prey' then return end\nif npc.faction == 'prey' then npc:stop() end",
        "3: warning: this is never reached: line 2 has the same condition",
    ),
    (
        "",
        "if npc.faction == 'prey' then if npc.faction == 'predator' then npc:stop() end end",
        "2: warning: this is never true: the condition on line 2 has decided it",
    ),
    (
        "",
        "for i = 1, 3 do if i > 2 then continue end if i > 2 and npc.x > i then npc:stop() end end",
        "2: warning: this is never reached: line 2 has the same condition",
    ),
    (
        "",
        "if npc.x > 9 then error('far') end\nif npc.x >= 12 then npc:stop() end",
        "3: warning: this is never reached: the condition on line 2 holds too",
    ),
    (
        "",
        "if npc.x > 3 then npc:stop() else return end\nif npc.x < 2 then npc:say('a') end",
        "3: warning: this is never true: the condition on line 2 has decided it",
    ),
    (
        "",
        "local ok = npc:stop()\nif ok then npc:say('a') end",
        "2: warning: npc:stop returns nothing: its result is always nil => call it in a line of its own",
    ),
    ("", "if npc:say('x') then npc:stop() end", "2: warning: npc:say returns nothing"),
    ("", "if npc.x > 3 and npc:face(1, 1) then npc:stop() end", "2: warning: npc:face returns nothing"),
    (
        "",
        "npc.memory.slept = npc:sleep(1)\nif npc.memory.slept then npc:stop() end",
        "2: warning: npc:sleep returns nothing",
    ),
    (
        "",
        "local all = npc:all { within = 9 }\nlocal ids = table.sort(all)\nif ids then npc:stop() end",
        "3: warning: table.sort returns nothing",
    ),
    (
        "local F = { faction = 'prey' }",
        "if npc:nearest(F) then npc:stop() end",
        "2: error: npc:nearest: within (metres) is required",
    ),
    (
        "local F = { faction = 'prey' }",
        "npc:sleep(1, F)",
        "2: error: npc:sleep: within (metres) is required => for example { faction",
    ),
    (
        "local F = { faction = 'prey' }\nlocal function near(npc) return npc:count(F) > 0 end",
        "if near(npc) then npc:stop() end",
        "1: error: npc:count: within (metres) is required",
    ),
    (
        "",
        "local f = {}\nf.faction = 'prey'\nif npc:nearest(f) then npc:stop() end",
        "4: error: npc:nearest: within (metres) is required",
    ),
    (
        "",
        "local f = { within = 9 }\nf.facton = 'prey'\nif npc:nearest(f) then npc:stop() end",
        "3: error: the filter of npc:nearest has no 'facton' => did you mean 'faction'?",
    ),
    (
        "local F = { faction = 'prey' }",
        "tactics.idle(npc, 2, F)",
        "2: error: tactics.idle: within (metres) is required",
    ),
    ("", "local _, y = npc:spot(9)\nnpc:steer(npc.x, y)", "3: warning: y may be nil here"),
    (
        "",
        "local _, _, amount = influence.strongest('scent', 1, 1, 9)\nif amount > 1 then npc:stop() end",
        "3: warning: amount may be nil here: there may be none",
    ),
    ("", "local _, x = world.door('gate')\nif x > npc.x then npc:stop() end", "3: warning: x may be nil here"),
    ("", "local _, y = world.place('den')\nnpc:steer(npc.x, y)", "3: warning: y may be nil here"),
    (
        "",
        "local _, height = world.ground(1, 1)\nif height > 2 then npc:stop() end",
        "3: warning: height may be nil here",
    ),
    (
        "",
        "local _, age = npc:listen { within = 9 }\nif age < 2 then npc:stop() end",
        "3: warning: age may be nil here: there may be no match",
    ),
    (
        "",
        "local _, slot = group.place('pack', npc.id)\nif slot > 2 then npc:stop() else group.join('pack', npc) end",
        "3: warning: slot may be nil here",
    ),
    (
        "",
        "local ids = npc:all { within = 9 }\nlocal _, cost = pathfinder.nearest_reachable(npc, ids)\nif cost > 2 then npc:stop() end",
        "4: warning: cost may be nil here",
    ),
    (
        "",
        "npc:stop() end, hurt = function(npc, by) if not by then return end\nlocal _, _, far = npc:where(by)\nif far < 3 then npc:stop() end",
        "4: warning: far may be nil here: the creature may be gone",
    ),
    (
        "",
        "if npc:due('a') < 3 then npc:stop() end end, enter = function(npc) npc:after(1, 'a') end, timer = function(npc) npc:stop()",
        "2: warning: npc:due(…) may be nil here: there may be none",
    ),
    (
        "",
        "npc:stop() end, heard = function(npc, what)\nnpc:say('no ' .. what:match('%d+'))",
        "3: warning: what:match(…) may be nil here",
    ),
    (
        "",
        "npc:stop() end, heard = function(npc, what)\nif string.find(what, 'wolf') < 3 then npc:stop() end",
        "3: warning: string.find(…) may be nil here",
    ),
    (
        "",
        "npc:stop() end, heard = function(npc, what)\nnpc:sleep(tonumber(what:sub(2)) + 1)",
        "3: warning: tonumber(…) may be nil here",
    ),
    (
        "",
        "npc:stop() end, message = function(npc, _, name)\nif name:find('wolf') ~= -1 then npc:stop() end",
        "3: warning: name:find(…) is never below 1: compared with -1",
    ),
    (
        "",
        "npc:stop() end, heard = function(npc, _, from)\nlocal ids = npc:all { within = 9 }\nnpc:face(table.find(ids, from) + 1, 1)",
        "4: warning: table.find(…) may be nil here",
    ),
    (
        "",
        "local ids = npc:all { within = 9 }\nnpc:say('last ' .. table.remove(ids))",
        "3: warning: table.remove(…) may be nil here: the list may be empty",
    ),
    (
        "",
        "if #npc:count { within = 9 } > 0 then npc:stop() end",
        "2: error: npc:count(…) is a number: it has no length => write it without #",
    ),
    (
        "",
        "local f = npc:flock { within = 9 }\nif f.cnt > 3 then npc:stop() end",
        "3: error: f has no 'cnt' => there is: count",
    ),
    ("", "npc:steer(npc:random(0.5, 2), 1)", "2: error: npc:random: low is 0.5: it must be a whole number"),
    ("", "npc:steer(math.random(1, 2.5), 1)", "2: error: math.random: high is 2.5: it must be a whole number"),
    (
        "",
        "npc:stop() end, hurt = function(npc, by) if by then\ntactics.follow(npc, by, 3) end",
        "3: error: tactics.follow: how must be a table, not a number",
    ),
    (
        "",
        "npc:stop() end, hurt = function(npc, by) if by then\ntactics.follow(npc, by, { pase = 3 }) end",
        "3: warning: tactics.follow does not read 'pase' => did you mean 'pace'?",
    ),
    (
        "",
        "npc:stop() end, hurt = function(npc, by) if by then\ntactics.flee_from(npc, by, -5) end",
        "3: warning: tactics.flee_from: distance is -5",
    ),
    ("", "tactics.wander(npc, 0)", "2: warning: tactics.wander: radius is 0"),
    (
        "",
        "if pathfinder.nearest_reachable(npc, { within = 9 }) then npc:stop() end",
        "2: error: pathfinder.nearest_reachable: ids must be a list, not a table with names",
    ),
    ("", "if npc:all { within = 9 } == {} then npc:stop() end", "2: warning: a new table equals no other"),
    (
        "",
        "if npc:count { within = 9 } == nil then npc:stop() end",
        "2: warning: npc:count(…) is a number and never nil => compare it with a number",
    ),
    ("", "if npc.health ~= nil then npc:stop() end", "2: warning: npc.health is a number and never nil"),
    (
        "",
        "if npc.state_time < 0 then npc:stop() end",
        "2: warning: npc.state_time is a time in seconds: compared with 0, this is always the same",
    ),
    (
        "",
        "if npc:count { within = 9 } < 0 then npc:stop() end",
        "2: warning: npc:count(…) is never below 0: compared with 0",
    ),
    (
        "",
        "if npc:nearest { within = 9 } == -1 then npc:stop() end",
        "2: warning: npc:nearest(…) is never below 0: compared with -1",
    ),
    (
        "",
        "npc:stop() end, hurt = function(npc, by) if by then\nif npc:look(by) == by then npc:stop() end end",
        "3: warning: npc:look(…) is the result of npc:look and by is a number: they are never equal",
    ),
    (
        "local W = { 'a', 'b', 'c' }",
        "npc:say(W[npc:random(#W) - 1])",
        "2: warning: lists begin at 1, but W is read at a number that may be 0",
    ),
    (
        "local W = { 'a', 'b', 'c' }",
        "local i = npc:random(#W) + 1\nnpc:say(W[i])",
        "3: warning: W is read at a number that may be beyond its end",
    ),
    (
        "local W = { 'a', 'b', 'c' }",
        "npc:say(W[npc:random(4)])",
        "2: warning: W is read at a number that may be beyond its end",
    ),
    (
        "",
        "local ids = npc:all { within = 9 }\nif ids[#ids + 1] then npc:stop() end",
        "3: warning: nothing is read here: ids ends at #ids",
    ),
    (
        "local S = { { x = 1 }, { x = 2 } }",
        "for i = 1, #S do npc:steer(S[i + 1].x, S[i].x) end",
        "2: warning: S is read beyond its end in the last step",
    ),
    ("", "for i = 10, 1 do npc:steer(i, i) end", "2: warning: this loop never runs: it counts up"),
    ("local S = { 1, 2 }", "for i = #S, 1 do npc:steer(S[i], i) end", "2: warning: this loop never runs: it counts up"),
    ("local D = { wolf = 3, bear = 4 }", "npc:steer(#D, D.wolf + D.bear)", "2: warning: all entries of D have names"),
    (
        "local D = { wolf = 3, bear = 4 }",
        "for _, n in ipairs(D) do npc:steer(n, D.wolf + D.bear) end",
        "2: warning: all entries of D have names: as a list it is empty => pairs",
    ),
    (
        "",
        "npc.memory.n = npc.memory.n or 0 + 1",
        "2: warning: + is worked out before or: npc.memory.n itself stays as it is => write (npc.memory.n or 0) + …",
    ),
    ("", "npc:say(npc.memory.w or 'a' .. 'b') npc.memory.w = npc.name", "2: warning: .. is worked out before or"),
    (
        "",
        "local low = npc.health < 5 and false or true\nif low then npc:stop() end",
        "2: warning: this is never false: then the value after or is taken",
    ),
    (
        "",
        "if not npc.health < 10 then npc:stop() end",
        "2: error: `not` applies only to the next value, before it is compared => write not (a < b)",
    ),
    (
        "",
        "npc:stop() end, died = function(npc, killer)\nnpc:face(killer.id, 1)",
        "3: error: killer is nil here => the handler is called with (npc)",
    ),
    (
        "",
        "npc.memory.wake = '30'\nnpc:stop() end, hurt = function(npc) if npc.time > npc.memory.wake then npc:stop() end",
        "3: error: npc.memory.wake is a string: it cannot be compared with a number",
    ),
    ("", "npc.memory.h = npc.memory.h or npc", "2: warning: npc is the creature itself and cannot be kept in memory"),
    (
        "",
        "npc.memory.h = npc.memory.h or function() end",
        "2: warning: this is a function and cannot be kept in memory",
    ),
    (
        "local function new() return setmetatable({}, {}) end",
        "npc.memory.h = npc.memory.h or new()",
        "2: warning: a table with a metatable cannot be kept in memory",
    ),
];

/// Handlers without a fault.
const SOUND: &[&str] = &[
    "if npc.health < 15 then npc:stop() end\nif npc.health < 10 then npc:say('a') end",
    "local h = npc.health\nif h < 15 then return end\nh = h - 10\nif h < 10 then npc:stop() end",
    "local m = npc.memory\nm.n = (m.n or 0) + 1\nif m.n > 5 then m.n = 0 end\nif m.n > 6 then npc:stop() end",
    "local m = npc.memory\nif m.n == 2 then return end\nstep(npc)\nif m.n == 2 then npc:stop() end",
    "local i = 1\nwhile i < 9 do\nif i > 5 then break end\ni += 1\nif i > 6 then npc:stop() end\nend",
    "if npc.x > 3 then npc:stop() elseif npc.x > 1 then return end\nif npc.x > 2 then npc:say('a') end",
    "if npc.x == 5 then if npc.x < 20 then npc:stop() end end",
    "local f = npc:nearest { within = 9 }\nif f == nil then return end\nif f ~= nil then npc:face(f, 1) end",
    "local list = {}\nif #list > 0 then return end\ntable.insert(list, npc.x)\nif #list > 0 then npc:stop() end",
    "if npc:due('a') then return end\nnpc:after(1, 'a')\nif npc:due('a') then npc:stop() end end, timer = function(npc) npc:stop()",
    "local x, y = npc:spot(9)\nif not x then return end\nnpc:steer(x, y)",
    "local x, y = npc:spot(9)\nif x then npc:steer(x, y) else npc:stop() end",
    "local x, y = npc:spot(9)\nnpc:steer(x or npc.x, y or npc.y)",
    "local x, y = found(npc)\nnpc:steer(x, y)",
    "local cost, exact = pathfinder.cost(npc, 1, 1)\nif cost and not exact then npc:stop() end",
    "local open = npc:open('gate')\nif open then npc:stop() end",
    "return npc:stop()",
    "local f = { faction = 'prey' }\nf.within = 9\nif npc:nearest(f) then npc:stop() end",
    "local f = table.clone(F)\nf.within = 9\nif npc:nearest(f) then npc:stop() end",
    "npc:stop() end, heard = function(npc, what)\nlocal n = what:match('%d+')\nif n then npc:say('no ' .. n) end\nnpc:say('a' .. what:match('%a*'))",
    "npc:stop() end, heard = function(npc, what)\nif what:sub(1, 1) == 'n' then npc:say('no ' .. what:match('%d+')) end",
    "npc:stop() end, heard = function(npc, what)\nlocal at = what:find('wolf')\nif at and at > 1 then npc:sleep(tonumber(what:match('%d+') or '1')) end",
    "local ids = npc:all { within = 9 }\nwhile #ids > 0 do npc:say('one ' .. table.remove(ids)) end",
    "npc:steer(npc:random(2.0, 4), npc:random() * 2.5)",
    "local f = npc:flock { within = 9 }\nif f.count > 3 then npc:steer(f.x, f.y) end",
    "local a, b = npc:look(npc.id), npc:look(npc.id)\nif a == b then npc:stop() end",
    "npc:say(W[npc:random(#W)] .. W[npc:random(0, #W - 1) + 1] .. W[npc:random(3)])",
    "local ids = npc:all { within = 9 }\nids[#ids + 1] = npc.id\nif ids[#ids] == npc.id then npc:stop() end",
    "for i = 1, #S - 1 do npc:steer(S[i + 1].x, S[i].x) end\nfor i = 1, #S do if i < #S then npc:steer(S[i + 1].x, S[i].x) end end\nfor i = #S, 1, -1 do npc:steer(S[i].x, 1) end",
    "local next = npc.memory.leg or 1\nnpc:steer((S[next + 1] or S[1]).x, 1)\nnpc.memory.leg = next % #S + 1",
    "local named = {}\nnamed.a = 1\ntable.insert(named, 3)\nnpc:steer(#named, named.a)",
    "npc.memory.n = (npc.memory.n or 0) + 1\nlocal far = npc.memory.n or npc.x + 1\nnpc:steer(far, npc.x > 3 and 1 or 0)",
    "if not (npc.health < 10) then npc:stop() end",
    "tactics.idle(npc, 2, { faction = 'prey', within = 9 })\ntactics.idle(npc, 2, nil, { within = 9 })\ntactics.go(npc, 1, 1, nil, npc.home_storey)",
    "npc:stop() end, hurt = function(npc, by)\nlocal x, y, metres = npc:where(by or 0)\nif metres and metres < 9 then npc:steer(x, y) end",
    "npc.memory.h = npc.memory.h or npc.x\nnpc.memory.far = npc.memory.h and npc.x > 3\nif npc.memory.far then npc:stop() end",
];

/// What the sound handlers use.
const TOP: &str = "local F, W, S = { faction = 'prey' }, { 'a', 'b', 'c' }, { { x = 1 }, { x = 2 } } \
                   local function step(npc) npc.memory.n = (npc.memory.n or 0) + 1 end \
                   local function found(npc) local x, y = npc:spot(9) if not x then return npc.home_x, npc.home_y end return x, y end";

/// A behaviour with a handler, which begins on the second line.
fn behaviour(name: &str, top: &str, body: &str) -> String {
    let top = top.replace('\n', " ");
    format!(
        "local tactics = require 'lib.tactics' {top} {}",
        LOITER.replace("NAME", name).replace("BODY", &format!("\n{body}\n"))
    )
}

/// All findings in a mod of behaviours with these handlers: all are checked at once, in one process.
fn found(handlers: &[(&str, &str)]) -> Vec<String> {
    let file = |(i, (top, body)): (usize, &(&str, &str))| {
        (format!("npc/c{i:03}.lua"), behaviour(&format!("c{i:03}"), top, body))
    };
    let others = ["prey", "predator"].map(|faction| {
        let text = format!("return behaviour {{ name = '{faction}', body = {{ faction = '{faction}' }}, start = 's', states = {{ s = {{}} }} }}");
        (format!("npc/{faction}.lua"), text)
    });
    let files: Vec<_> = handlers.iter().enumerate().map(file).chain(others).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    shown(mod_of(&files).path())
}

#[test]
fn each_fault_has_its_one_finding() {
    let handlers: Vec<_> = FAULTS.iter().map(|(top, body, _)| (*top, *body)).collect();
    let found = found(&handlers);
    let mut wrong = String::new();
    for (i, (_, body, expected)) in FAULTS.iter().enumerate() {
        let file = format!("/npc/c{i:03}.lua:");
        let said: Vec<&str> = found.iter().filter_map(|line| line.strip_prefix(&file)).collect();
        let (message, hint) = expected.split_once(" => ").unwrap_or((expected, ""));
        let fits =
            |line: &&str| line.starts_with(message) && line.split_once(" => ").is_some_and(|(_, h)| h.contains(hint));
        if said.len() != 1 || !said.iter().all(fits) {
            let _ = writeln!(wrong, "{body}\n  expected {expected}\n  found {said:#?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn their_neighbours_have_none() {
    let handlers: Vec<_> = SOUND.iter().map(|body| (TOP, *body)).collect();
    let unused = |line: &String| line.contains("is never used") || line.contains("is never called");
    let found: Vec<String> = found(&handlers).into_iter().filter(|line| !unused(line)).collect();
    assert_eq!(found, [""; 0]);
}
