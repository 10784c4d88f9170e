import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Panel, REGISTERS } from '../src/index.js';

const RED = 0xf800;
const GREEN = 0x07e0;

/** A display that is awake, on and inverted, as these panels want it, with commands to send. */
function panel(glass, madctl = 0) {
  const time = { nanos: 1e9, pass: (ms) => { time.nanos += ms * 1e6; } };
  const display = new Panel(glass, () => time.nanos);
  const send = (command, ...data) => {
    display.byte(command, false);
    data.forEach((byte) => display.byte(byte, true));
  };
  send(0x11);
  time.pass(10);
  send(0x3a, 0x55);
  send(0x36, madctl);
  send(0x21);
  send(0x29);
  const fill = (x, y, width, height, colour) => {
    const range = (first, count) => [first >> 8, first & 255, (first + count - 1) >> 8, (first + count - 1) & 255];
    send(0x2a, ...range(x, width));
    send(0x2b, ...range(y, height));
    send(0x2c, ...Array.from({ length: width * height }, () => [colour >> 8, colour & 255]).flat());
  };
  const at = (x, y) => {
    const { width, rgba } = display.picture();
    return [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  };
  return { display, send, fill, at, time };
}

const SQUARE = { width: 240, height: 240, x: 0, y: 0, turned: 0 };

test('a window is filled row by row', () => {
  const { display, fill, at } = panel(SQUARE);
  fill(10, 20, 3, 2, RED);
  assert.deepEqual(at(10, 20), [255, 0, 0]);
  assert.deepEqual(at(12, 21), [255, 0, 0]);
  assert.notDeepEqual(at(13, 21), [255, 0, 0]);
  assert.deepEqual(display.errors, []);
  assert.equal(display.pixels, 6);
});

test('with the rotation of the board, the picture is upright', () => {
  const { fill, at } = panel({ width: 240, height: 135, x: 52, y: 40, turned: 3 }, 0x70);
  fill(40, 53, 1, 1, RED);
  fill(40 + 239, 53 + 134, 1, 1, GREEN);
  assert.deepEqual(at(0, 0), [255, 0, 0]);
  assert.deepEqual(at(239, 134), [0, 255, 0]);
});

test('a wrong rotation or offset shows', () => {
  for (const [madctl, x, y] of [[0x00, 40, 53], [0xa0, 40, 53], [0x70, 0, 0]]) {
    const { fill, at } = panel({ width: 240, height: 135, x: 52, y: 40, turned: 3 }, madctl);
    fill(x, y, 1, 1, RED);
    assert.notDeepEqual(at(0, 0), [255, 0, 0]);
  }
});

test('without inversion colours are wrong, asleep or off it is dark', () => {
  const { send, fill, at } = panel(SQUARE);
  fill(0, 0, 1, 1, RED);
  send(0x20);
  assert.deepEqual(at(0, 0), [0, 255, 255]);
  send(0x21);
  send(0x28);
  assert.deepEqual(at(0, 0), [0, 0, 0]);
  send(0x29);
  send(0x10);
  assert.deepEqual(at(0, 0), [0, 0, 0]);
});

test('misuse is reported', () => {
  const misuse = (use) => {
    const it = panel(SQUARE);
    use(it);
    return it.display.errors.length;
  };
  assert.equal(misuse(() => {}), 0);
  assert.equal(misuse(({ send }) => send(0x2a, 0, 9, 0, 3)), 1, 'a window that ends before it begins');
  assert.equal(misuse(({ send }) => send(0x2a, 0, 0, 1, 0)), 1, 'a window that is too wide');
  assert.equal(misuse(({ send, time }) => { time.pass(120); send(0x10); send(0x29); }), 1, 'a command too early');
  assert.equal(misuse(({ send }) => send(0x08)), 1, 'a command that does not exist');
  assert.equal(misuse(({ send }) => { send(0x2a, 0, 0); send(0x29); }), 1, 'half of a window');
  assert.equal(misuse(({ send }) => send(0x36, 0, 0)), 1, 'more data than the command has');
  assert.equal(misuse(({ send }) => { send(0x2c, 1); send(0x29); }), 1, 'half a pixel');
  assert.ok(misuse(({ send }) => { send(0x2a, 0, 0, 0, 0); send(0x2b, 0, 0, 0, 0); send(0x2c, 1, 2, 3, 4); }) > 0, 'too many pixels');
});

test('between sleeping and waking there are 120 ms', () => {
  const sleepFor = (ms) => {
    const { display, send, time } = panel(SQUARE);
    time.pass(120);
    send(0x10);
    time.pass(ms);
    send(0x11);
    return display.errors.length;
  };
  assert.equal(sleepFor(121), 0);
  assert.equal(sleepFor(20), 1);
});

test('a reset takes its time, and longer if the display was awake', () => {
  const reset = ({ pulse = 0.02, wait = 6, command = 0x29, awake = true }) => {
    const { display, send, time } = panel(SQUARE);
    time.pass(120);
    if (!awake) send(0x10);
    time.pass(120);
    display.holdReset();
    time.pass(pulse);
    display.releaseReset();
    time.pass(wait);
    send(command);
    return display.errors.length;
  };
  assert.equal(reset({}), 0);
  assert.equal(reset({ pulse: 0.009 }), 1, 'a short pulse');
  assert.equal(reset({ wait: 4 }), 1, 'a command too early');
  assert.equal(reset({ command: 0x11 }), 1, 'awake too early');
  assert.equal(reset({ command: 0x11, awake: false }), 0);
  assert.equal(reset({ command: 0x11, wait: 121 }), 0);
});

test('the registers of the glass are kept until a reset', () => {
  const { display, send } = panel(SQUARE);
  for (const { command, bytes } of Object.values(REGISTERS)) send(command, ...Array(bytes).keys());
  assert.deepEqual(display.registers.PORCTRL, [0, 1, 2, 3, 4]);
  assert.equal(Object.keys(display.registers).length, 11);
  assert.deepEqual(display.errors, []);
  send(0xe0, 1, 2, 3);
  send(0x01);
  assert.deepEqual(display.registers, {});
  assert.deepEqual(display.errors, ['only 3 bytes of data for 0xe0']);
});
