---@meta lib.behaviour_tree

---@type BehaviourTree
local behaviour_tree = {}
return behaviour_tree
