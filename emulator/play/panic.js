const RAM = 0x20000000;

/** Makes the firmware panic as it would if an index were out of bounds. */
export function panic(pico, { file = 'emulator.rs', index = 7 } = {}) {
  // Not while it writes its log, with interrupts off: nothing can panic there.
  while (pico.chip.core.PM) pico.run(0.001);
  const { sram, sramView } = pico.chip;
  // A place in the source, in an unused part of the stack.
  sram.set(new TextEncoder().encode(`${file}\0`), 64);
  [RAM + 64, file.length, 12, 34].forEach((word, at) => sramView.setUint32(32 + 4 * at, word, true));
  const name = pico.elf.functions.find((f) => f.name.includes('panic_bounds_check')).name;
  pico.call(pico.elf.address(name), index, 3, RAM + 32);
}
