import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES, PAGE, randomNumbers, SECTOR } from '../src/index.js';
import { Flash } from '../src/flash.js';

test('programming only clears bits, erasing sets them all', () => {
  const bytes = new Uint8Array(2 * SECTOR).fill(0xf0);
  const flash = new Flash(bytes);
  flash.program(PAGE, new Uint8Array(PAGE).fill(0x3c)).apply(bytes);
  assert.equal(bytes[PAGE], 0x30);
  assert.equal(bytes[0], 0xf0);
  flash.erase(0, SECTOR).apply(bytes);
  assert.ok(bytes.subarray(0, SECTOR).every((byte) => byte === 0xff));
  assert.equal(bytes[SECTOR], 0xf0);
  assert.deepEqual(flash.errors, []);
});

test('the time of an operation depends on the chip, and blocks are erased faster than their sectors', () => {
  const [typical, worst] = FLASH_TIMES.map((times) => new Flash(new Uint8Array(1 << 18), times));
  const ms = ({ nanos }) => nanos / 1e6;
  assert.deepEqual([typical, worst].map((flash) => ms(flash.program(0, new Uint8Array(2 * PAGE)))), [0.8, 6]);
  assert.deepEqual([typical, worst].map((flash) => ms(flash.erase(0, 2 * SECTOR))), [90, 800]);
  // A sector, a whole block, and a sector.
  const [start, length] = [(1 << 16) - SECTOR, (1 << 16) + 2 * SECTOR];
  assert.equal(ms(worst.erase(start, length, 1 << 16)), 2800);
  assert.equal(ms(worst.erase(start, length)), 7200);
});

test('an operation that is cut short is done up to a point', () => {
  const bytes = new Uint8Array(SECTOR).fill(0xff);
  const flash = new Flash(bytes);
  flash.program(0, new Uint8Array(PAGE)).applyPart(bytes, 0.5, randomNumbers(3));
  assert.ok(bytes.subarray(0, PAGE / 2).every((byte) => byte === 0));
  assert.ok(bytes.subarray(PAGE / 2 + 1).every((byte) => byte === 0xff));
  flash.erase(0, SECTOR).applyPart(bytes, 0.01, randomNumbers(3));
  assert.equal(bytes[0], 0xff);
  assert.equal(bytes[60], 0);
});

test('operations on parts of pages or sectors are reported', () => {
  const flash = new Flash(new Uint8Array(SECTOR));
  flash.program(1, new Uint8Array(PAGE));
  flash.erase(PAGE, SECTOR);
  assert.equal(flash.errors.length, 2);
});
