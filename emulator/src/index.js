export { boards } from './boards.js';
export { Elf } from './elf.js';
export { build, firmware } from './firmware.js';
export { PAGE, randomNumbers, SECTOR } from './flash.js';
export { Panel } from './panel.js';
export { Pico } from './pico.js';
export { readPng, samePicture, writePng } from './png.js';
