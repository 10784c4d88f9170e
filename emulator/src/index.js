export { boards, breadboardWithoutCs } from './boards.js';
export { Elf } from './elf.js';
export { build, firmware, uf2 } from './firmware.js';
export { FLASH_TIMES, PAGE, randomNumbers, SECTOR } from './flash.js';
export { Panel, REGISTERS } from './panel.js';
export { Pico } from './pico.js';
export { readPng, samePicture, writePng } from './png.js';
