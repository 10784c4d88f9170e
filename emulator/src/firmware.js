import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const OUT = path.join(ROOT, 'target/firmware');
/** What a firmware is made of, and what makes it. */
const SOURCES = ['src', 'levels', 'Cargo.toml', 'Cargo.lock', 'build.rs', 'memory.x', '.cargo', '.ci/firmware', '.ci/thumbv6m'];

/** The ELF file of a board's firmware, as bytes. `build` makes it. */
export function firmware(board) {
  return fs.readFileSync(path.join(OUT, `${board}.elf`));
}

/** Builds the firmware of those boards for which it is missing or older than its sources. */
export function build(boards) {
  const changed = Math.max(...SOURCES.map((source) => lastChange(path.join(ROOT, source))));
  const stale = boards.filter((board) => {
    const elf = path.join(OUT, `${board}.elf`);
    return !fs.existsSync(elf) || fs.statSync(elf).mtimeMs < changed;
  });
  if (stale.length === 0) return;
  const { status } = spawnSync(path.join(ROOT, '.ci/firmware'), stale, { stdio: 'inherit' });
  if (status !== 0) throw new Error('the firmware does not build');
}

function lastChange(place) {
  const stat = fs.statSync(place);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...fs.readdirSync(place).map((name) => lastChange(path.join(place, name))));
}
