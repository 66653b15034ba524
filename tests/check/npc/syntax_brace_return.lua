-- 7:31 error: braces make tables, not blocks => then
return behaviour {
  name = "syntax_brace_return",
  start = "rest",
  states = { rest = {
    tick = function(npc)
      if (npc.state_time > 3) {
        return "rest"
      }
    end,
  } },
}
