return behaviour { name = "wolf", start = "rest", states = { rest = {} } }
