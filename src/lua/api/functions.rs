//! How tables of functions are written.

/// The functions of one area. Each has its effect, its name and its signatures (parameters after a semicolon may be left out),
/// then what it does, where that is no work of the host's or of a module's, its cost, where that is not the usual one, and its
/// documentation.
macro_rules! functions {
    ($area:literal: $(
        $effect:ident $name:ident
            $(($($need:ident: $needed:expr),* $(; $($may:ident: $optional:expr),+)?) $(-> [$($returned:expr),+])?)|+,
            $(run $run:expr,)? $(cost $cost:expr,)? $doc:literal;
    )*) => {
        &[$($crate::lua::api::declare::Function::new(
            $area,
            stringify!($name),
            &[$($crate::lua::api::declare::signature(
                &[
                    $($crate::lua::api::declare::need(stringify!($need), $needed),)*
                    $($($crate::lua::api::declare::may(stringify!($may), $optional),)+)?
                ],
                &[$($($returned),+)?],
            )),+],
            $crate::lua::api::declare::Effect::$effect,
            $doc,
        )$(.run($run))? $(.charge($cost))?),*]
    };
}
pub(crate) use functions;
