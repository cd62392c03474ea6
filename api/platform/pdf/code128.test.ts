import { expect, test } from 'vitest';
import { encodeCode128 } from './code128.ts';

// The widths of bars and spaces as BWIPP (bwip-js 4.11) writes them.
test.each([
  ['letters and digits, in code set B', 'PJJ123C', '2112143131211121331121331232212232112211321313213113212331112'],
  ['an even number of digits, in code set C', '123456', '2112321122321311233311211321312331112'],
  ['an odd number of digits', '11463', '2112322312121133211141312211321122142331112'],
  ['digits after a letter', 'A1234567', '2112141113231232211131413121311131231411223111232331112'],
  ['digits before letters', '12345678AB', '2112321122321311233311212411121141311113231311233311212331112'],
  ['an order number', 'SUN-RA-000123', '2112142131132131311133211221322311311113231221321131412122222221223121314212112331112'],
  ['the first and the last character', ' ~', '2112142122221311414112122331112'],
])('encodes %s', (_name, text, widths) => {
  expect(encodeCode128(text).join('')).toBe(widths);
});

test.each(['', 'Ä1', 'line\nbreak', '王'])('refuses %j', (text) => {
  expect(() => encodeCode128(text)).toThrow(RangeError);
});
