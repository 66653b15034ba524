---@meta lib.formations

---@type Formations
local formations = {}
return formations
