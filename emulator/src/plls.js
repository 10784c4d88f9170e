/** PWR of a PLL: any of these bits turns a part of it off that its output needs. */
const [PD, POSTDIVPD, VCOPD] = [1 << 0, 1 << 3, 1 << 5];
/** CLK_SYS_CTRL: whether clk_sys has an auxiliary source, and which. */
const [AUXILIARY, SOURCE, SOURCE_SHIFT] = [1, 7, 5];
const [PLL_SYS, PLL_USB] = [0, 1];

/** Refuses a system clock that comes from a PLL that is off: on a real chip, it stands still. */
export function watchPlls(chip, refuse) {
  const { clocks, pllSys, pllUsb } = chip;
  const isOff = ({ pwr }) => pwr & (PD | POSTDIVPD | VCOPD);
  const check = () => {
    if (!(clocks.sysCtrl & AUXILIARY)) return;
    const source = (clocks.sysCtrl >>> SOURCE_SHIFT) & SOURCE;
    if ((source === PLL_SYS && isOff(pllSys)) || (source === PLL_USB && isOff(pllUsb))) {
      refuse('clk_sys runs from a PLL that is off');
    }
  };
  for (const peripheral of [clocks, pllSys, pllUsb]) {
    const write = peripheral.writeUint32.bind(peripheral);
    peripheral.writeUint32 = (offset, value) => {
      write(offset, value);
      check();
    };
  }
}
