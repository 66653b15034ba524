---@meta lib.flock

---@type Flocking
local flock = {}
return flock
