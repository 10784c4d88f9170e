import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomNumbers } from '../src/index.js';
import { awaitDisplay, player, SPARE_STACK } from './player.js';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The hash by which the firmware identifies the level that the host makes from a code. */
function onHost(code) {
  const args = ['run', '--release', '--quiet', '--', 'generate', '--seed', code];
  const text = execFileSync('cargo', args, { cwd: ROOT, encoding: 'utf8' });
  const rows = text.split('\n').filter((line) => /^[ #]*#[ #.$*@+A-Za-z]*$/.test(line) || /^Hole:/.test(line));
  const mode = rows.some((row) => /[A-Za-z]/.test(row)) ? 'pairs' : 'classic';
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${mode}\n${rows.join('\n')}\n`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return (hash & ~1n) | (mode === 'pairs' ? 1n : 0n);
}

/**
 * Makes levels of several modes, sizes and grades on the Pico, and compares each with the host's.
 * Returns the grade of each, and the milliseconds it took.
 */
export function madeAlike({ count, seed }) {
  const random = randomNumbers(seed);
  const times = [];
  for (let n = 0; n < count; n++) {
    const { pico, act } = player();
    awaitDisplay(pico).run(random(500));
    act('down', 'ok', 'down', 'down', 'down');
    if (Math.floor(n / 4) % 2) act('right');
    act('down');
    for (let k = random(3); k > 0; k--) act('right');
    act('down');
    const grade = 1 + (n % 4);
    for (let k = 1; k < grade; k++) act('right');
    act('down');
    const start = pico.ms;
    act('ok');
    assert.ok(pico.runUntil(() => /level [0-9a-f]{16} \S{10}$/m.test(pico.log), 60_000), 'a level is made');
    const took = pico.ms - start;
    const [, id, code] = pico.log.match(/level ([0-9a-f]{16}) (\S{10})$/m);
    times.push({ grade, took });
    console.log(`${code}, grade ${grade}: ${(took / 1000).toFixed(1)} s`);
    assert.equal(BigInt(`0x${id}`), onHost(code), `${code} is the same on the host`);
    assert.deepEqual(pico.failures, []);
    assert.ok(pico.stack().free >= SPARE_STACK, `${pico.stack().free} bytes of stack are left`);
  }
  return times;
}
