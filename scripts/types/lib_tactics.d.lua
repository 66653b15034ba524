---@meta lib.tactics

---@type Tactics
local tactics = {}
return tactics
