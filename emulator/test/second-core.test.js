// The second core waits in the ROM's pen, and nothing gets it out unnoticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chip } from '../src/chip.js';
import { SecondCore } from '../src/second-core.js';
import { awaitDisplay, player } from '../play/player.js';

const SIO = 0xd0000000;
const [ST, WR, RD] = [SIO + 0x50, SIO + 0x54, SIO + 0x58];
const FRCE_OFF = 0x40010004;

function pen() {
  const chip = new Chip(() => 0);
  const launched = [];
  new SecondCore(chip, (entry) => launched.push(entry));
  const drain = () => {
    const words = [];
    while (chip.readUint32(ST) & 1) words.push(chip.readUint32(RD));
    return words;
  };
  const send = (...words) => words.flatMap((word) => { chip.writeUint32(WR, word); return drain(); });
  return { chip, launched, drain, send };
}

test('after a reset it says that it is there, and answers as the ROM does', () => {
  const { chip, launched, drain, send } = pen();
  assert.deepEqual(drain(), [0]);
  assert.deepEqual(send(0), [0], 'it begins anew');
  assert.deepEqual(send(7), [0], 'so it does with anything else');
  assert.deepEqual(send(1, 0x10000100, 0), [1, 0x10000100, 0]);
  assert.deepEqual(launched, []);
  assert.equal(chip.readUint32(RD), 0);
  assert.equal(chip.readUint32(ST), 0b1010, 'reading from an empty FIFO is noted');
});

test('a launch is noticed, and a reset puts it back into the pen', () => {
  const { chip, launched, drain, send } = pen();
  drain();
  assert.deepEqual(send(0, 0, 1, 0x10000100, 0x20040000, 0x10000201), [0, 0, 1, 0x10000100, 0x20040000, 0x10000201]);
  assert.deepEqual(launched, [0x10000201]);
  assert.deepEqual(send(0, 1), [], 'it is not in the pen any more');
  chip.writeUint32(FRCE_OFF, 1 << 16);
  chip.writeUint32(FRCE_OFF, 0);
  assert.deepEqual(drain(), [0]);
});

test('code on the second core is a failure of the firmware', () => {
  const { pico } = player();
  awaitDisplay(pico);
  assert.deepEqual(pico.failures, []);
  const [RAM, code, words] = [0x20000000, 32 * 1024, 33 * 1024];
  const launch = [1, RAM, RAM + 1024, RAM + code + 1];
  launch.forEach((word, index) => pico.chip.sramView.setUint32(words + 4 * index, word, true));
  // ldr r3, [r1]; str r3, [r0, #0x54]; adds r1, #4; subs r2, #1; bne .-8; b .
  const instructions = [0x680b, 0x6543, 0x3104, 0x3a01, 0xd1fa, 0xe7fe];
  instructions.forEach((it, index) => pico.chip.sramView.setUint16(code + 2 * index, it, true));
  pico.call(RAM + code, SIO, RAM + words, launch.length);
  pico.run(0.01);
  assert.deepEqual(pico.failures.map((text) => text.replace(/ in .*/, '')), ['code was started on the second core']);
});
