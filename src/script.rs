//! Lua: host, sandbox, budget, loader and reload, bindings (one file an API area), errors.
