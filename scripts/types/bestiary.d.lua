---@meta
-- The Lua API of Bestiary for LuaLS and EmmyLua. Made by `bestiary types`; do not edit.
-- In this order: words that calls take and return; creatures (Npc) and what is known of others; behaviours and their settings;
-- modules below lib/; specs; pathfinder, mod, world, group and influence; what every file can call.

---what the pathfinder returns
---@alias Code "SEARCHING" | "SEARCH_OK" | "NO_NEW_PATH" | "SEARCH_FAILED" | "OUT_OF_TIME" | "MAP_FAILED" | "MORE_WAYPOINTS" | "LAST_WAYPOINT" | "TARGET_FAILED" | "NO_TARGET"

---why a search found nothing
---@alias Reason "start blocked" | "goal blocked" | "different region" | "map edge" | "walled in" | "budget" | "map too large" | "too many tries" | "lost sight" | "new zone" | "no graph" | "off the graph" | "pathfinding off"

---a state of the tactical machine
---@alias Tactic "idle" | "pathfind" | "seek" | "pursue" | "search"

---how a state is drawn; hunt is another word for attack
---@alias Mood "calm" | "social" | "duty" | "fear" | "attack" | "hunt"

---a graph that paths lead over
---@alias Graph "grid" | "grid4" | "hex" | "quadtree" | "framed-quadtree" | "markers" | "visibility" | "visibility-full" | "mesh" | "turned"

---what paths look like
---@alias PathStyle "grid" | "straight" | "round"

---how a body avoids what it meets
---@alias Avoidance "orca" | "feelers" | "none"

---what holds a body up; doorway: a body in a passage that it cannot get past
---@alias HeldBy "bodies" | "doorway" | "walls"

---the shape of a formation
---@alias Formation "line" | "column" | "wedge" | "ring"

---a call to the pathfinder
---@alias PathCall "tick" | "next_waypoint"

---the progress of a tactical call; blocked: no path leads there, so do something else; lost: the target is gone or out of sight; found: it is in sight again
---@alias Status "moving" | "searching" | "arrived" | "blocked" | "lost" | "found"

---which creatures to look for, in `npc:nearest`, `npc:all`, `npc:count`, `npc:seen_by`, `npc:listen` and `npc:flock`
---@class (exact) Filter
---@field within number required; metres from here, above 0
---@field faction? string only of this faction
---@field behaviour? string only of this behaviour
---@field state? string only in this state
---@field visible? boolean only those in sight
---@field hurt? boolean only those below full health
---@field limit? number at most so many (for all and count), at least 1

---what `npc:look` returns of another creature: as it was when it was last seen or heard
---@class (exact) Creature
---@field id number its number
---@field name string behaviour and number: wolf 17
---@field behaviour string the behaviour's name
---@field faction string the faction given by its body
---@field state string the strategic state it was in when it was last seen; the first one while it was only heard
---@field storey string the storey that it was on when it was last seen or heard; where it comes out, when it passed a portal
---@field visible boolean whether it is in sight, by a test that is at most five steps old
---@field heard boolean it was only heard: x and y are about right, heading is the one that was seen last
---@field seen_at number npc.time when it was last seen or heard
---@field age number seconds since then; at most five steps while it is in sight
---@field x number metres
---@field y number metres
---@field vx number velocity, metres a second
---@field vy number velocity, metres a second
---@field heading number radians, clockwise from +x, -π to π
---@field speed number metres a second
---@field health number its health when it was last seen; full while it was only heard
---@field max_health number full health
---@field radius number metres
---@field distance number metres from here to x, y
local Creature = {}

---what `npc:flock` returns of several creatures taken together
---@class (exact) Flock
---@field count number how many neighbours there are
---@field x number metres, of their middle; the creature's own when there are none
---@field y number metres
---@field vx number their mean velocity, metres a second; 0 when there are none
---@field vy number metres a second
---@field away_x number away from those that are too close; each adds 0 at the gap and 1 where it would be in the same place
---@field away_y number its other coordinate
local Flock = {}

---the creature whose turn it is; fields are read-only, and as they were when the step began
---@class (exact) Npc
---@field id number its number: other creatures know it by this
---@field name string behaviour and number, for messages: wolf 17
---@field radius number metres
---@field home_storey string the storey on which this life began
---@field storey string the storey that it is on, as the map calls it
---@field state string the strategic state it is in
---@field tactic string the tactical state last reported; empty before the first report
---@field x number metres from the left edge of the world
---@field y number metres from the upper edge of the world
---@field heading number radians, clockwise from +x, -π to π
---@field speed number metres a second at this moment
---@field health number dies at 0
---@field tick number how often its tick ran before
---@field slept number ticks that npc:sleep left out before this call
---@field age number seconds since this life began
---@field time number seconds since the world began
---@field state_time number seconds since the state was entered
---@field home_x number where this life began, metres
---@field home_y number where this life began, metres
---@field behaviour string the behaviour's name
---@field faction string the faction given by its body
---@field top_speed number metres a second at most
---@field max_health number full health
---@field height number metres
---@field settings Settings the settings that its behaviour declares, as its [[spawn]] or their defaults have them
---@field memory table plain data that lasts from call to call, and through reloads
local Npc = {}

---go straight to a point at a share of top speed, or along the path to the waypoint that next_waypoint returned last, and avoid what is met; pace: 0 to 1
---@param x number
---@param y number
---@param pace? number
function Npc:steer(x, y, pace) end

---go straight to a point and avoid nothing: for the last metres, and for attacks; pace: 0 to 1
---@param x number
---@param y number
---@param pace? number
function Npc:charge(x, y, pace) end

---stop moving
function Npc:stop() end

---stop, and turn towards a point
---@param x number
---@param y number
function Npc:face(x, y) end

---how it avoids what it meets from now on. orca: it and the others each do their part, early; the default. feelers: three probes steer it. none: it goes straight, and stops where it touches
---@param how Avoidance
function Npc:avoidance(how) end

---strike at a creature whenever it is within reach, until another call ends it; true when it is within reach now. nil: stop striking
---@param target? number
---@return boolean
function Npc:attack(target) end

---stop striking
function Npc:hold() end

---whether a creature is near enough for a strike, whatever is between; false for itself
---@param target number
---@return boolean
function Npc:in_reach(target) end

---the nearest other creature that fits faction, behaviour, state, within (required), visible, hurt
---@param filter Filter
---@return number?
function Npc:nearest(filter) end

---all that fit, nearest first, at most limit
---@param filter Filter
---@return number[]
function Npc:all(filter) end

---how many fit
---@param filter Filter
---@return number
function Npc:count(filter) end

---a creature as it was last seen or heard, which is at most five steps ago while it is in sight; nil when it is gone, or never was
---@param id number
---@return Creature?
function Npc:look(id) end

---x and y where a creature was last seen or heard, metres from here to there, whether it is in sight, on which storey, and its radius; six nils when it is gone, or never was. As look, for less: no table is made
---@param id number
---@return number?
---@return number
---@return number
---@return boolean
---@return string
---@return number
function Npc:where(id) end

---metres to where a creature was last seen or heard (nil when it is gone, or never was) or to a point, centre to centre
---@overload fun(self: Npc, x: number, y: number): number
---@param id number
---@return number?
function Npc:distance(id) end

---whether a creature or a point is in the field of view and nothing blocks the line of sight to it
---@overload fun(self: Npc, x: number, y: number): boolean
---@param id number
---@return boolean
function Npc:sees(id) end

---all that fit and see this creature now, nearest first, at most limit
---@param filter Filter
---@return number[]
function Npc:seen_by(filter) end

---whether a creature is alive
---@param id number
---@return boolean
function Npc:exists(id) end

---the player's character, when there is one
---@return number?
function Npc:player() end

---those that fit, the nearest limit of them, taken together: how many, their middle, their mean velocity, and how strongly and in which direction those nearer than gap push this one away; gap is 1 metre between centres when left out
---@param filter Filter
---@param gap? number
---@return Flock
function Npc:flock(filter, gap) end

---the direction of the loudest noise of those that fit, one of sixteen, and seconds since it was made; nil when nothing is heard. Steps are heard 2 metres for each metre a second of speed, blows 25 metres for a second, both through walls; a shout comes as heard(npc, what, from)
---@param filter Filter
---@return number?
---@return number
function Npc:listen(filter) end

---show words beside the creature and in the log; other scripts do not receive them
---@param line string
function Npc:say(line) end

---every creature within radius metres gets heard(npc, what, from); radius: above 0
---@param what string
---@param radius number
function Npc:shout(what, radius) end

---one creature gets message(npc, from, name, data); data is copied and must be plain
---@param to number
---@param name string
---@param data? any
function Npc:send(to, name, data) end

---a copy of what is posted under a key for its faction, as it was when the step began; nil when nothing is
---@param key string
---@return any
function Npc:board(key) end

---posts plain data under a key for all of its faction to read from the next step on; nil removes it; of several posts in a step that of the creature with the highest number stays
---@param key string
---@param value any
function Npc:post(key, value) end

---the creature gets timer(npc, name) once, in its first turn after so many seconds; a timer of the same name is replaced
---@param seconds number
---@param name string
function Npc:after(seconds, name) end

---the same again and again, at most once a turn
---@param seconds number
---@param name string
function Npc:every(seconds, name) end

---removes a timer; false when there is none of this name
---@param name string
---@return boolean
function Npc:cancel(name) end

---seconds until a timer is due; nil when there is none of this name
---@param name string
---@return number?
function Npc:due(name) end

---its tick is left out for so many seconds, while it goes on with what it does. It wakes before that for an event that its state handles, a timer, a blow, the end of a search or of its path, a new state or script, and when a creature comes near that fits a filter
---@param seconds number
---@param unless? Filter
---@param or_unless? Filter
function Npc:sleep(seconds, unless, or_unless) end

---a creature begins within 2 metres of a point after this step, where its body fits, beside others if it can; nothing happens where it does not fit, and while scripts have as many creatures in the world as they may
---@param behaviour string
---@param x number
---@param y number
function Npc:spawn(behaviour, x, y) end

---this creature leaves the world after this step, without died; its [[spawn]] counts that as a death
function Npc:despawn() end

---whether it is in an area of this name or role; false where the map has none
---@param area string
---@return boolean
function Npc:inside(area) end

---open a door of the map at the end of this step; true when it is no farther than a metre and opens to this creature's faction
---@param door string
---@return boolean
function Npc:open(door) end

---close a door of the map at the end of this step, as npc:open; it stays open while something is in it
---@param door string
---@return boolean
function Npc:close(door) end

---put a box, 1 m wide, deep and high, turned as the creature is, into the world at the end of this step, or of one of the next where much changes, its middle at x and y; the one of this name that was placed before goes. True when it is no farther than two metres and the map lets this creature's faction change it ([changes]); it is not put where a body is
---@param name string
---@param x number
---@param y number
---@return boolean
function Npc:place(name, x, y) end

---move an object of the map, or a box that was placed, so that the middle of its first box is at x and y, as npc:place; both places must be within two metres, and the object no wider than 16
---@param name string
---@param x number
---@param y number
---@return boolean
function Npc:push(name, x, y) end

---take an object of the map, or a box that was placed, out of the world, as npc:push
---@param name string
---@return boolean
function Npc:take(name) end

---the cell at a point becomes ground of a kind that the map has, as npc:place
---@param x number
---@param y number
---@param kind string
---@return boolean
function Npc:dig(x, y, kind) end

---how it came into its state, newest last: each change with its handler, file and line, and what led to it; made for print, and empty when nothing is recorded
---@return string[]
function Npc:why() end

---a number in 0..1; with one argument a whole number in 1..high, with two in low..high
---@overload fun(self: Npc, high: integer): integer
---@overload fun(self: Npc, low: integer, high: integer): integer
---@return number
function Npc:random() end

---x and y of a random free place that can be reached, within radius metres of here or of a point; nil when a few tries found none; radius: above 0
---@overload fun(self: Npc, radius: number, x: number, y: number): number?, number
---@param radius number
---@return number?
---@return number
function Npc:spot(radius) end

---x and y of a place that can be reached, about distance metres from a point and on this side of it; nil when cornered; distance: above 0
---@param x number
---@param y number
---@param distance number
---@return number?
---@return number
function Npc:away(x, y, distance) end

---the body of a kind of creature
---@class (exact) Body
---@field radius? number metres, 0.1 to 5; 0.5 when left out
---@field height? number metres, 0.1 to 20; 1 when left out
---@field speed? number top speed, metres a second, 0 to 30; 3 when left out
---@field turn_rate? number radians a second, 0.1 to 50; 6 when left out
---@field turn_radius? number the tightest arc that it can walk, metres; 0: it turns on the spot, 0 to 20; 0 when left out
---@field acceleration? number metres a second squared, 0.1 to 200; 12 when left out
---@field health? number full health, 1 to 1 000 000; 20 when left out
---@field regeneration? number health regained a second, 0 to 1 000 000; 0 when left out
---@field reach? number how far beyond touching a strike lands, metres, 0 to 20; 0.6 when left out
---@field damage? number health that a strike takes (with 0 it cannot strike), 0 to 1 000 000; 0 when left out
---@field cooldown? number seconds between strikes, 0.05 to 3600; 1 when left out
---@field view_deg? number how wide its field of view is, degrees, half of it to each side of its heading, 1 to 360; 360 when left out
---@field headway_s? number seconds that it keeps to a body that it follows, so that it is slow in a crowd; 0: it keeps none, 0 to 10; 0 when left out
---@field personal_space_m? number metres that it keeps besides, where it keeps a headway, 0 to 5; 0 when left out
---@field comfort_m? number how far its paths keep from what they turn round, where there is space for it, metres, 0 to 5; 0 when left out
---@field hearing? number how far it hears a shout or another noise at most, metres, 0 to 200; 200 when left out
---@field moves? string walk, swim, fly or a class that a mod declares; walk when left out
---@field graph? Graph the graph that its paths lead over, instead of the one of the map or its cells
---@field path_style? PathStyle what its paths look like. straight: from corner to corner, the default; round: with arcs at turns, the default with a turn_radius; grid: from cell to cell
---@field faction? string what others look for; neutral when left out
---@field glyph? string the letter on the map; the name's first when left out
---@field abilities? string[] what it can do that portals of maps ask for in 'only', besides its movement class: jump, climb, swim, or a map's own words
---@field avoids? table<string, number> layers of influence that its paths go round: what a metre costs more where there is an amount of 1, above 0 to 100

---the handlers of a state; each may return the state to change to
---@class (exact) State
---@field enter? fun(npc: Npc): string? the state begins
---@field tick? fun(npc: Npc): string? runs every 300 ms by default
---@field leave? fun(npc: Npc): string? the state ends
---@field on_path? fun(npc: Npc, code: Code): string? a search ended
---@field hurt? fun(npc: Npc, by?: number, amount: number): string? it was hurt; by is nil when no creature did it
---@field died? fun(npc: Npc): string? the last call in a life
---@field heard? fun(npc: Npc, what: string, from: number): string? a creature nearby shouted
---@field message? fun(npc: Npc, from: number, name: string, data: any): string? a creature sent a message
---@field timer? fun(npc: Npc, name: string): string? a timer of npc:after or npc:every is due
---@field entered? fun(npc: Npc, area: string): string? it came into an area of the map, or its life began there
---@field left? fun(npc: Npc, area: string): string? it came out of an area of the map
---@field on_cost? fun(npc: Npc, x: number, y: number, cost?: number, exact: boolean, reason?: Reason): string? the cost of a path to a place that pathfinder.ask_cost asked for: nil when none was found, for the reason; exact when it is the least over the grid of the map, which windows and graphs do not say
---@field on_stuck? fun(npc: Npc, by: HeldBy): string? it is under way and has been within 0.6 m of one place for 8 s; again every 8 s while that lasts. Without this handler another path is looked for
---@field mood? Mood how it is drawn: calm, social, duty, fear or attack; guessed from its name when left out

---a kind of creature
---@class (exact) Behaviour
---@field name string the same as the file's
---@field body? Body size, speed, health, faction, strength
---@field start string the state a life begins in
---@field states table<string, State> by name: tables of handlers
---@field settings? table<string, Setting> by name: what a [[spawn]] of the map may set, and npc.settings has
---@field on_reload? fun(npc: Npc, old_version: number): any called once after a reload that changed this file; converts memory of the older version

---a setting of a behaviour, for maps to set
---@class (exact) Setting
---@field default number | string | boolean what creatures get whose map does not give it; its type is the setting's
---@field min? number of a number: the least it may be
---@field max? number of a number: the most it may be
---@field doc? string what it is for, and its unit

---the settings that behaviours declare
---@class (exact) Settings
---@field [string] any

---what mod.toml has below [settings]
---@class (exact) ModSettings
---@field [string] any

---how to follow a creature
---@class (exact) FollowHow
---@field pace? number share of top speed, 0 to 1
---@field stop? number the gap between the two bodies at which it stops, metres; 0.4 when left out
---@field charge? boolean go without feelers at the end: for attacks

---the module lib.tactics, which moves a creature to where its states want it; call one of its functions in every tick
---@class (exact) Tactics
local Tactics = {}

---stop, and forget the goal; with seconds, sleep for so long (npc:sleep)
---@param npc Npc
---@param seconds? number
---@param unless? Filter
---@param or_unless? Filter
---@return Status
function Tactics.idle(npc, seconds, unless, or_unless) end

---walk to a place at a share of top speed; on its own storey when none is given; pace: 0 to 1
---@param npc Npc
---@param x number
---@param y number
---@param pace? number
---@param storey? string
---@return Status
function Tactics.go(npc, x, y, pace, storey) end

---follow a creature while it is in sight, then to where it was last seen; lost: it is not in sight there
---@param npc Npc
---@param id number
---@param how? FollowHow
---@return Status
function Tactics.follow(npc, id, how) end

---stroll within radius metres of home, with rests; radius: above 0; pace: 0 to 1
---@param npc Npc
---@param radius number
---@param pace? number
---@return Status
function Tactics.wander(npc, radius, pace) end

---get distance metres away from a creature; blocked: cornered; distance: above 0
---@param npc Npc
---@param id number
---@param distance number
---@return Status
function Tactics.flee_from(npc, id, distance) end

---look for a creature (the one that was followed last when left out) round a place; found: it is in sight again, lost: gave up
---@param npc Npc
---@param x number
---@param y number
---@param id? number
---@return Status
function Tactics.search(npc, x, y, id) end

---the module lib.behaviour_tree, a choice beside the state machine: trees of sequences and selectors
---@class (exact) BehaviourTree
local BehaviourTree = {}

---a node: its children succeed one after the other, or one fails
---@param children table
---@return table
function BehaviourTree.sequence(children) end

---a node: its first child that does not fail
---@param children table
---@return table
function BehaviourTree.selector(children) end

---a node: success for its child's failure, and the other way round
---@param child any
---@return table
function BehaviourTree.invert(child) end

---a node: runs for so many seconds, then succeeds
---@param seconds number
---@return table
function BehaviourTree.wait(seconds) end

---runs a tree once, in every tick; running, success or failure. A leaf is a function of npc that returns one of these, true or false, or a status of lib.tactics
---@param npc Npc
---@param root any
---@return string
function BehaviourTree.run(npc, root) end

---the module lib.utility, a choice beside fixed conditions: options with scores from 0 to 1
---@class (exact) Utility
local Utility = {}

---name and score of the best of options { name = …, score = function(npc) … end }; the one that is being done (the state when left out) scores more by stay, 0.1 when left out
---@param npc Npc
---@param options table
---@param doing? string
---@param stay? number
---@return string
---@return number
function Utility.best(npc, options, doing, stay) end

---from 0 at low to 1 at high
---@param value number
---@param low number
---@param high number
---@return number
function Utility.rising(value, low, high) end

---from 1 at low to 0 at high
---@param value number
---@param low number
---@param high number
---@return number
function Utility.falling(value, low, high) end

---all of several scores together: 0 when one is 0
---@param scores table
---@return number
function Utility.all(scores) end

---the module lib.formations: the members of a group keep their places about its leader
---@class (exact) Formations
local Formations = {}

---call it in every tick of every member: true for the leader, which goes where its script wants; the others go to their places          and keep them
---@param npc Npc
---@param group string
---@param shape Formation
---@param how? FormationHow
---@return boolean
---@return Status
function Formations.keep(npc, group, shape, how) end

---metres ahead of the leader and to its right, of one of so many places
---@param shape Formation
---@param slot number
---@param of number
---@param gap number
---@return number
---@return number
function Formations.offset(shape, slot, of, gap) end

---how to keep a formation
---@class (exact) FormationHow
---@field gap? number metres between the centres of neighbours; 2 when left out
---@field pace? number share of top speed at most, 1 when left out, 0 to 1

---the module lib.flock: creatures that move with those near them
---@class (exact) Flocking
local Flocking = {}

---call it in every tick: it keeps apart from its like, goes where they go and stays with them; returns how many are near
---@param npc Npc
---@param how? FlockHow
---@return number
function Flocking.move(npc, how) end

---how to move with a flock
---@class (exact) FlockHow
---@field within? number how far it looks for its like, metres; 10 when left out, above 0
---@field gap? number nearer than this its like are too close, metres between centres; 2 when left out
---@field behaviour? string only these are its like; those of its own behaviour when left out
---@field faction? string all of this faction are its like
---@field limit? number of so many at most, the nearest ones; 16 when left out, at least 1
---@field home? number it turns back when it is farther from home than this; 30 when left out
---@field pace? number share of top speed; 0.4 when left out, 0 to 1
---@field separation? number how much it matters to keep apart, 1.5 when left out
---@field alignment? number how much it matters to go where the others go, 1 when left out
---@field cohesion? number how much it matters to stay together, 1 when left out

---a drawing, the behaviours that its letters stand for, and options
---@class (exact) WorldPlan
---@field seed? number all random numbers follow from it; --seed when left out, else 1
---@field cell? number metres a letter, 0.5 to 8; 1 when left out
---@field behaviours? table<string, string> behaviours of the spec's own: name and source
---@field places? table<string, string> places of the map: name and letter
---@field areas? table<string, string | string[]> areas of the map: name and letter, or { letter, role, … }; an area is the box round all its letters
---@field feelers_only? boolean begin with pathfinding switched off
---@field errors_allowed? boolean an error in a creature's script does not fail the test
---@field [number] any
---@field [string] any

---how a creature begins; what is left out stays as it is
---@class (exact) Begin
---@field state? string the state it is in, as if it had been there all along: enter is not called
---@field memory? table its whole memory
---@field health? number above 0
---@field heading? number radians, clockwise from +x, -π to π

---what goes with a forced code
---@class (exact) ForceOptions
---@field times? number how many times; 1 when left out, at least 1
---@field reason? Reason what pathfinder.reason returns then; when left out, walled in for SEARCH_FAILED, budget for OUT_OF_TIME, too many tries for MAP_FAILED
---@field x? number metres, of a waypoint
---@field y? number metres, of a waypoint

---a creature of a small world, as it is now
---@class (exact) SpecCreature
---@field id number its number; also of the dead
---@field name string behaviour and number; also of the dead
---@field alive boolean whether it lives
---@field behaviour string the behaviour's name
---@field faction string the faction given by its body
---@field state string the strategic state it is in
---@field state_time number seconds since the state was entered
---@field tactic string the tactical state last reported
---@field asleep boolean whether it sleeps: its tick is left out, as npc:sleep asked for
---@field x number metres
---@field y number metres
---@field heading number radians, clockwise from +x, -π to π
---@field speed number metres a second
---@field health number dies at 0
---@field max_health number full health
---@field memory table a copy of its memory
local SpecCreature = {}

---puts it there
---@overload fun(self: SpecCreature, x: number, y: number)
---@param letter string
function SpecCreature:place(letter) end

---as if it had lived up to here
---@param how Begin
function SpecCreature:begin(how) end

---sets the pathfinder's next result
---@param call PathCall
---@param code Code
---@param options? ForceOptions
function SpecCreature:force(call, code, options) end

---forced results that are still to come; a test that calls it may end with some of them left
---@return number
function SpecCreature:forced() end

---takes health, as if by another
---@param amount number
---@param by? SpecCreature
function SpecCreature:hurt(amount, by) end

---ends its life
function SpecCreature:kill() end

---a message to its message handler
---@param name string
---@param data? any
function SpecCreature:send(name, data) end

---how it came into its state, newest last: each change with its handler, file and line, and what led to it; made for print; also of the dead
---@return string[]
function SpecCreature:why() end

---metres to a creature, a letter of the drawing, or a point
---@overload fun(self: SpecCreature, x: number, y: number): number
---@param other SpecCreature | string
---@return number
function SpecCreature:distance(other) end

---a small world that runs
---@class (exact) SpecWorld
---@field steps number steps of 50 ms since it began
---@field time number seconds since it began
---@field arrivals number goals that were reached
local SpecWorld = {}

---so many steps of 50 ms, at least one; a creature's tick runs every sixth
---@param steps number
function SpecWorld:run(steps) end

---runs at least one step, and until f() is true after one; fails when it is not within so many steps
---@param f fun(): any
---@param steps number
function SpecWorld:run_until(f, steps) end

---the same, but returns whether it was
---@param f fun(): any
---@param steps number
---@return boolean
function SpecWorld:happens(f, steps) end

---the creature that began at the letter; which: 2 is the second one, line by line
---@param letter string
---@param which? number
---@return SpecCreature
function SpecWorld:creature(letter, which) end

---all that live, or all that began at the letter
---@param letter? string
---@return SpecCreature[]
function SpecWorld:creatures(letter) end

---x and y of the letter
---@param letter string
---@return number
---@return number
function SpecWorld:place(letter) end

---metres between two creatures or letters
---@param a SpecCreature | string
---@param b SpecCreature | string
---@return number
function SpecWorld:distance(a, b) end

---how often pathfinders returned it
---@param code Code
---@return number
function SpecWorld:codes(code) end

---how often a state was entered
---@param state string
---@return number
function SpecWorld:entered(state) end

---a copy of what is posted under a key for a faction; nil when nothing is
---@param faction string
---@param key string
---@return any
function SpecWorld:board(faction, key) end

---the members of a group, in the order in which they joined; none when there is no such group
---@param group string
---@return SpecCreature[]
function SpecWorld:members(group) end

---whether a line of the log contains this string
---@param part string
---@return boolean
function SpecWorld:said(part) end

---errors of scripts
---@return string[]
function SpecWorld:errors() end

---switches pathfinding on or off
---@param on boolean
function SpecWorld:pathfinding(on) end

---moves the player's character in this direction; without arguments it stops
---@param x? number
---@param y? number
function SpecWorld:walk(x, y) end

---a drawing of the world, in letters
---@return string
function SpecWorld:draw() end

---what a value is compared with
---@class (exact) Expectation
---@field never Expectation the opposite
---@field to_be fun(wish: any) the same value; tables: the same entries
---@field to_exist fun() anything but nil
---@field to_be_less_than fun(limit: number) a number below this one
---@field to_be_greater_than fun(limit: number) a number above this one
---@field to_be_near fun(wish: number, within?: number) a number close to this one; within is 0.01 when left out
---@field to_contain fun(part: any) a string that contains this one, or a list with this entry
---@field to_fail fun(message?: string) for a function: it raises an error that contains this string
local Expectation = {}

---the native pathfinder; the creature comes first
---@class (exact) pathfinderlib
---@field SEARCHING Code tick: a search was queued or is running; waypoints of an earlier path stay valid meanwhile
---@field SEARCH_OK Code tick: a path was found (returned once): fetch waypoints. Also returned while pathfinding is off
---@field NO_NEW_PATH Code tick: continue on the earlier path
---@field SEARCH_FAILED Code tick: this search found nothing (returned once); the next one uses a larger map or a smaller buffer
---@field OUT_OF_TIME Code tick: the search spent its whole budget
---@field MAP_FAILED Code both: gave up; returned until a target is set, which may be the same one, or a door opens. Switch to another behaviour
---@field MORE_WAYPOINTS Code next_waypoint: go there, then call it again
---@field LAST_WAYPOINT Code next_waypoint: the final one
---@field TARGET_FAILED Code next_waypoint: there is no path; the agent's own position, or the target's if it moves or pathfinding is off
---@field NO_TARGET Code both: no target is set, or it is gone, or nothing is known of it, or the creature came into another zone
pathfinder = {}

---give the creature a pathfinder; does nothing when it has one
---@param npc Npc
function pathfinder.activate(npc) end

---remove the creature's pathfinder; does nothing when it has none
---@param npc Npc
function pathfinder.delete(npc) end

---plan a path to a place; on the storey of this name, or the one that the creature is on; where many creatures go to the same one, their paths come off one field, in which time lost in the crowd is a cost
---@param npc Npc
---@param x number
---@param y number
---@param storey? string
function pathfinder.set_position_target(npc, x, y, storey) end

---plan a path to a creature, and again as it moves
---@param npc Npc
---@param other number
function pathfinder.set_moving_target(npc, other) end

---keep the path up to date; call it once a tick
---@param npc Npc
---@return Code
function pathfinder.tick(npc) end

---where to go next; call it again on arrival
---@param npc Npc
---@return Code
---@return number
---@return number
function pathfinder.next_waypoint(npc) end

---why the last search found nothing
---@param npc Npc
---@return Reason?
function pathfinder.reason(npc) end

---whether a path leads there, on the storey of this name or the one that the creature is on, through portals too; fast, no search
---@param npc Npc
---@param x number
---@param y number
---@param storey? string
---@return boolean
function pathfinder.reachable(npc, x, y, storey) end

---show the tactical state on the dashboard: idle, pathfind, seek, pursue or search, and what is searched for; the one that was followed last when left out
---@param npc Npc
---@param tactic Tactic
---@param sought? number
function pathfinder.report(npc, tactic, sought) end

---about what a path there costs, in metres of plain ground, and whether that is exact: where the straight line is the path; nil where no path leads; fast, no search
---@param npc Npc
---@param x number
---@param y number
---@return number?
---@return boolean
function pathfinder.cost(npc, x, y) end

---have the exact cost of a path there searched for when there is time, for the handler on_cost; false when four places wait already
---@param npc Npc
---@param x number
---@param y number
---@return boolean
function pathfinder.ask_cost(npc, x, y) end

---of creatures that it knows of, the one with the least cost of a path there, that cost, and whether both are exact; nil where no path leads to any; fast, no search
---@param npc Npc
---@param ids number[]
---@return number?
---@return number
---@return boolean
function pathfinder.nearest_reachable(npc, ids) end

---the mod that the file belongs to
---@class (exact) modlib
---@field name string as mod.toml has it
---@field version string as mod.toml has it
---@field settings ModSettings what is below [settings] in mod.toml
mod = {}

---how large the world is, what it is called, where its places are and what its ground is like; in specs a function that makes a small world
---@class (exact) worldlib
---@overload fun(plan: WorldPlan): SpecWorld
---@field width number metres
---@field height number metres
---@field name string the map's name
world = {}

---x and y of a place of the map, or of the middle of an area, and the storey that it is on, the creature's own first; nil where the map has none of this name
---@param name string
---@return number?
---@return number
---@return string
function world.place(name) end

---the kind of ground at a point as the map calls it (nil outside), its elevation and the depth of the water there in metres, and what a metre of it costs this creature's paths, 1 being plain ground (nil where it is closed to it)
---@param x number
---@param y number
---@return string?
---@return number
---@return number
---@return number?
function world.ground(x, y) end

---whether a door of the map is open, and x and y of its middle; nil where the map has none of this name
---@param name string
---@return boolean?
---@return number
---@return number
function world.door(name) end

---groups: creatures that scripts bring together under a name, in the order in which they joined
---@class (exact) grouplib
group = {}

---the creature is a member of the group of this name from the next step on, its last one; the group begins with its first member; nothing happens when the creature is in it already
---@param group string
---@param npc Npc
function group.join(group, npc) end

---the creature is no longer a member from the next step on; false when it was none. Those that die leave
---@param group string
---@param npc Npc
---@return boolean
function group.leave(group, npc) end

---its members as they were when the step began, in the order in which they joined, at most limit; empty when there is no such group; limit: at least 1
---@param group string
---@param limit? number
---@return number[]
function group.members(group, limit) end

---the member that joined first, of those that live and have not left; nil when there is none
---@param group string
---@return number?
function group.leader(group) end

---how many members it has
---@param group string
---@return number
function group.size(group) end

---x, y, heading (radians) and speed (metres a second) of another member, seen or not: members know where their group is; nil when either is no member, or is on another storey
---@param group string
---@param id number
---@return number?
---@return number
---@return number
---@return number
function group.place(group, id) end

---a copy of what is posted under a key for its members, as it was when the step began; nil when nothing is; any creature may read it
---@param group string
---@param key string
---@return any
function group.board(group, key) end

---posts plain data under a key for the group to read from the next step on; nil removes it; of several posts in a step that of the creature with the highest number stays. Only members post; what was posted goes with the last member
---@param group string
---@param key string
---@param value any
function group.post(group, key, value) end

---layers of influence, such as threat and scent, which mods and maps declare
---@class (exact) influencelib
influence = {}

---adds to a layer of influence at a point, and less round it as far as the layer reaches, after the scripts of this step; an amount below 0 takes away
---@param layer string
---@param x number
---@param y number
---@param amount number
function influence.add(layer, x, y, amount) end

---how much of a layer of influence there is at a point; 0 where there is none
---@param layer string
---@param x number
---@param y number
---@return number
function influence.at(layer, x, y) end

---x, y and amount of the place with most of a layer of influence within so many metres, 200 at most; nil where there is none; within: above 0
---@param layer string
---@param x number
---@param y number
---@param within number
---@return number?
---@return number
---@return number
function influence.strongest(layer, x, y, within) end

---write to the log with the creature's name; limited in rate
---@param ... any
function print(...) end

---the same as print
---@param ... any
function log(...) end

---the behaviour of the same name of a mod below, with these changes: a file below npc/ returns it
---@param changes table
---@return Behaviour
function extend(changes) end

---describes a kind of creature: name, body, start, states; a file below npc/ returns it
---@param description Behaviour
---@return Behaviour
function behaviour(description) end

---groups tests
---@param name string
---@param body fun()
function describe(name, body) end

---a test
---@param name string
---@param body fun()
function it(name, body) end

---runs before every later test of its group
---@param body fun()
function before_each(body) end

---states what a value should be; what is the start of the message
---@param value any
---@param what? string
---@return Expectation
function expect(value, what) end

---what a file below lib/ returns
---@overload fun(module: "lib.tactics"): Tactics
---@overload fun(module: "lib.behaviour_tree"): BehaviourTree
---@overload fun(module: "lib.utility"): Utility
---@overload fun(module: "lib.formations"): Formations
---@overload fun(module: "lib.flock"): Flocking
---@param module string
---@return any
function require(module) end
