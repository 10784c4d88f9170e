// Builds what the tests run.
import { boards } from './boards.js';
import { build } from './firmware.js';

build(Object.keys(boards));
