-- Utility, as a choice beside fixed conditions: every option has a score, and the highest one is taken.
--
--   local utility = require "lib.utility"
--   local OPTIONS = {
--     { name = "drink", score = function(npc) return utility.rising(thirst(npc), 10, 60) end },
--     { name = "flee",  score = function(npc) return utility.falling(danger(npc), 5, 25) end },
--     { name = "graze", score = function() return 0.2 end },
--   }
--   tick = function(npc) return utility.best(npc, OPTIONS) end      -- options named like states change to them
--
-- Scores lie between 0 and 1.

---@class Utility
local utility = {}

local STAY = 0.1   -- the option that is being done scores so much more: a creature does not waver

-- The name and the score of the best option; of equal ones the first. `doing` is the one that is being done: the state when
-- it is left out. `stay` is what that one scores more.
---@param npc Npc
---@param options table
---@param doing string?
---@param stay number?
---@return string, number
function utility.best(npc, options, doing, stay)
  local best, highest = nil, -math.huge
  for _, option in ipairs(options) do
    local score = option.score(npc)
    if option.name == (doing or npc.state) then score = score + (stay or STAY) end
    if score > highest then best, highest = option.name, score end
  end
  return best, highest
end

-- From 0 at low to 1 at high, and no further.
---@param value number
---@param low number
---@param high number
---@return number
function utility.rising(value, low, high)
  return math.clamp((value - low) / (high - low), 0, 1)
end

-- From 1 at low to 0 at high, and no further.
---@param value number
---@param low number
---@param high number
---@return number
function utility.falling(value, low, high)
  return 1 - utility.rising(value, low, high)
end

-- All of several scores together: 0 when one is 0. Many scores do not make it smaller than each of them is.
---@param scores table
---@return number
function utility.all(scores)
  local product = 1
  for _, score in ipairs(scores) do product = product * score end
  return product ^ (1 / math.max(1, #scores))
end

return utility
