-- Behaviour trees, as a choice beside the state machine: a state's tick runs a tree.
--
--   local tree = require "lib.behaviour_tree"
--   local HUNGRY = tree.selector {
--     tree.sequence { sees_prey, approach, tree.wait(0.5), bite },
--     graze,
--   }
--   tick = function(npc) tree.run(npc, HUNGRY) end
--
-- A leaf is a function of npc. It returns "running", "success" or "failure"; true and false; or a status of lib.tactics:
-- "moving" and "searching" mean running, "arrived" and "found" success, "blocked" and "lost" failure.
-- A sequence goes on with the child that was running; a selector asks its children from the first one on in every tick, so
-- that a more important one interrupts. What is running is kept in npc.memory.tree, so it survives a reload.

---@class BehaviourTree
local tree = {}

local MEANING = {
  running = "running", moving = "running", searching = "running",
  success = "success", arrived = "success", found = "success",
  failure = "failure", blocked = "failure", lost = "failure",
}
local OPPOSITE = { success = "failure", failure = "success", running = "running" }

-- All children succeed, one after the other; the first that fails ends it.
---@param children table
---@return table
function tree.sequence(children) return { kind = "sequence", children = children } end

-- The first child that does not fail.
---@param children table
---@return table
function tree.selector(children) return { kind = "selector", children = children } end

-- Success for failure, and the other way round.
---@param child any
---@return table
function tree.invert(child) return { kind = "invert", child = child } end

-- Runs for so many seconds, then succeeds.
---@param seconds number
---@return table
function tree.wait(seconds) return { kind = "wait", seconds = seconds } end

---@param npc Npc
---@param leaf function
---@return string
local function ask(npc, leaf)
  local result = leaf(npc)
  if result == true then return "success" end
  if not result then return "failure" end
  local status = MEANING[result]
  if not status then error("a leaf returned '" .. tostring(result) .. "', which is no status", 0) end
  return status
end

-- `before` has what was running at the last call, by path; `now` gets what is running.
local function visit(npc, node, path, before, now)
  if type(node) == "function" then return ask(npc, node) end
  if node.kind == "wait" then
    local since = before[path] or npc.time
    if npc.time - since >= node.seconds then return "success" end
    now[path] = since
    return "running"
  end
  if node.kind == "invert" then return OPPOSITE[visit(npc, node.child, path .. "!", before, now)] end
  local decided = node.kind == "sequence" and "failure" or "success"
  for i = node.kind == "sequence" and before[path] or 1, #node.children do
    local status = visit(npc, node.children[i], path .. "." .. i, before, now)
    if status == "running" and node.kind == "sequence" then now[path] = i end
    if status == "running" or status == decided then return status end
  end
  return OPPOSITE[decided]
end

-- Runs a tree once: call it in every tick. Returns the status of its root.
---@param npc Npc
---@param root any
---@return string
function tree.run(npc, root)
  local now = {}
  local status = visit(npc, root, "", npc.memory.tree or {}, now)
  npc.memory.tree = now
  return status
end

return tree
