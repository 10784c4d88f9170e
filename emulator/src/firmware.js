import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const OUT = path.join(ROOT, 'target/firmware');
/** Everything that a firmware is built from and by. */
const SOURCES = ['src', 'levels', 'Cargo.toml', 'Cargo.lock', 'build.rs', 'memory.x', '.cargo', '.ci/firmware', '.ci/thumbv6m'];

/** The bytes of the ELF file of a board's firmware, which `build` builds. */
export function firmware(board) {
  return fs.readFileSync(path.join(OUT, `${board}.elf`));
}

/** The bytes of the same firmware as a file for the boot drive. */
export function uf2(board) {
  return fs.readFileSync(path.join(OUT, `${board}.uf2`));
}

/** Builds the firmware of each board where it is missing or older than its sources. */
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
