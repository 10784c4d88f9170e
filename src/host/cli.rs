//! The command line: its commands and their options.
//!
//! Data goes to standard output, everything else to standard error. Levels are numbered
//! from 1, and a board with an error counts too.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use super::output::Output;
use super::{
    bench, check, convert, export, figures, generate, import, pack, par, play, rate, replay,
    screenshot, show, solve, uf2,
};
use crate::puzzle::text::Format;

/// A pocket Sokoban that can solve every puzzle it shows.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    /// Without a command: play the built-in levels
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play a file of levels, or the built-in ones
    Play(play::PlayOptions),
    /// Validate levels: one line each with file, number, size, boxes, mode and title
    Check {
        /// Files of levels; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Print levels as text
    Show {
        /// A file of levels; `-` is standard input
        file: PathBuf,
        /// Only this level
        #[arg(long, value_name = "N", value_parser = level_number())]
        level: Option<u32>,
    },
    /// Write levels in another format
    Convert {
        /// A file of levels; `-` is standard input
        file: PathBuf,
        /// The format to write
        #[arg(long, value_enum)]
        to: FormatName,
    },
    /// Replay a solution and report whether it solves the level
    Replay {
        /// A file of levels; `-` is standard input
        file: PathBuf,
        /// The level that the solution is for
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = level_number())]
        level: u32,
        /// The moves: l u r d, capitals for pushes
        lurd: String,
    },
    /// Solve levels and print a row for each
    Solve(solve::SolveOptions),
    /// Print levels with their par, the fewest pushes that solve them
    Par {
        /// Files of levels; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print nothing, but fail if a par is missing or wrong
        #[arg(long)]
        check: bool,
    },
    /// Make new levels
    Generate(generate::GenerateOptions),
    /// Rate how hard levels are
    Rate(rate::RateOptions),
    /// Draw a screen of the game as a PNG
    Screenshot(screenshot::command::ScreenshotOptions),
    /// Pack levels into a file for the Pico's boot drive
    Pack {
        /// Files of levels; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(short, long, value_name = "UF2")]
        output: PathBuf,
        /// The pack's name in the menu, at most 24 bytes; by default the first file's
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// Print the levels of a packed file
    Unpack {
        /// A file written by `sokopico pack`
        #[arg(value_name = "UF2")]
        file: PathBuf,
    },
    /// Convert a firmware into a file for the Pico's boot drive
    Uf2 {
        /// The firmware's ELF file
        elf: PathBuf,
        /// The file to write
        #[arg(short, long, value_name = "UF2")]
        output: PathBuf,
    },
    /// Print the player's best solutions
    Export(export::ExportOptions),
    /// Record solutions as the player's results, if they are better
    Import(import::ImportOptions),
    /// Solve fixed levels and print node counts and their signature
    Bench,
    /// Print memory sizes, and the cost of the flood fill on given levels
    Figures {
        /// Files of levels
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    /// One symbol per square
    Xsb,
    /// Run lengths, all rows on one line
    Rle,
    /// The dialect of pysokoban, with `-` for a player on a goal
    #[value(alias = "s3")]
    Pysokoban,
}

pub(super) fn level_number() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

/// Runs the command line and returns the exit code: 0 for success, 1 if a level or a
/// solution is bad, 2 if the command line itself is wrong.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Output::new(BufWriter::new(io::stdout().lock()));
    let result = dispatch(cli.command, &mut out);
    out.exit_code(result)
}

fn dispatch(command: Option<Command>, out: &mut Output<impl Write>) -> io::Result<()> {
    match command.unwrap_or(Command::Play(play::PlayOptions::default())) {
        Command::Play(options) => play::run(&options, out),
        Command::Check { files } => check::run(&files, out),
        Command::Show { file, level } => show::run(&file, level, out),
        Command::Convert { file, to } => {
            let format = match to {
                FormatName::Xsb => Format::Xsb,
                FormatName::Rle => Format::RunLength,
                FormatName::Pysokoban => Format::Pysokoban,
            };
            convert::run(&file, format, out)
        }
        Command::Replay { file, level, lurd } => replay::run(&file, level, &lurd, out),
        Command::Solve(options) => solve::run(&options, out),
        Command::Par { files, check } => par::run(&files, check, out),
        Command::Generate(options) => generate::run(&options, out),
        Command::Rate(options) => rate::run(&options, out),
        Command::Screenshot(options) => screenshot::command::run(&options),
        Command::Pack {
            files,
            output,
            name,
        } => pack::pack(&files, name.as_deref(), &output, out),
        Command::Unpack { file } => pack::unpack(&file, out),
        Command::Uf2 { elf, output } => uf2::run(&elf, &output, out),
        Command::Export(options) => export::run(&options, out),
        Command::Import(options) => import::run(&options, out),
        Command::Bench => bench::run(out),
        Command::Figures { files } => figures::run(&files, out),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        super::Cli::command().debug_assert();
    }
}
