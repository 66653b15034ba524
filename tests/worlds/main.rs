//! Living worlds and the maps that they live on.

mod bad_maps;
mod barred;
mod border;
mod ceiling;
mod crowd_tables;
mod crowds;
mod crush;
mod doors;
mod flows;
mod foreign_maps;
mod gates;
mod graphs;
mod isle;
mod living;
mod maps;
mod moment;
mod over_graphs;
mod plans;
mod portals;
mod reload;
mod replays;
mod rimea;
mod shore;
mod stairs;
mod terrain;
mod tower;
