//! How tables of functions are written.

/// The functions of one area. Each has its effect, its name and its signatures, then what it does, where that is no work of
/// the host's or of a module's (`run`: for the creature whose turn it is; `calculates`: at any time), what a call costs
/// besides the usual, and its documentation.
macro_rules! functions {
    ($area:literal: $(
        $effect:ident $name:ident $(($($param:ident: $ty:expr),*) $(-> [$($returned:expr),+])?)|+,
            $(run $run:expr,)? $(calculates $calculates:expr,)? $(cost $cost:expr,)? $doc:literal;
    )*) => {
        &[$($crate::lua::api::declare::Function {
            area: $area,
            name: stringify!($name),
            signatures: &[$($crate::lua::api::declare::signature(
                &[$($crate::lua::api::declare::param(stringify!($param), $ty)),*],
                &[$($($returned),+)?],
            )),+],
            effect: $crate::lua::api::declare::Effect::$effect,
            charge: $crate::lua::api::declare::CALL_COST $(+ $cost)?,
            doc: $doc,
            run: None,
        }$(.run($crate::lua::api::native::Run::InTurn($run)))?
        $(.run($crate::lua::api::native::Run::Always($calculates)))?),*]
    };
}
pub(crate) use functions;
