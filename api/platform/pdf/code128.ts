/** Widths in modules of three bars and three spaces for each symbol value; the last entry is the stop pattern with its final bar. */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 ' +
  '221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 ' +
  '231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 ' +
  '114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

const CODE_C = 99;
const CODE_B = 100;
const START_B = 104;
const START_C = 105;
const STOP = 106;

/**
 * Encodes a text as Code 128 (ISO/IEC 15417): the widths in modules of bars and spaces in turn, beginning with a bar and without the quiet zones of 10
 * modules on each side. Runs of digits take half the space (code set C).
 *
 * @throws RangeError for an empty text and for characters outside printable ASCII, which scanners would not read back as typed
 */
export function encodeCode128(text: string): number[] {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new RangeError('A Code 128 barcode holds printable ASCII characters only.');
  const values = toSymbolValues(text);
  const sum = values.reduce((total, value, index) => total + value * Math.max(index, 1), 0);
  return [...values, sum % 103, STOP].flatMap((value) => [...(PATTERNS[value] as string)].map(Number));
}

/** The values of the start symbol and of the data, without checksum and stop. */
function toSymbolValues(text: string): number[] {
  const values: number[] = [];
  let set: number | undefined;
  let index = 0;
  while (index < text.length) {
    const digits = /^\d*/.exec(text.slice(index))?.[0].length ?? 0;
    const isAtEdge = index === 0 || index + digits === text.length;
    // Changing the set costs a symbol on each side where text adjoins, so that short runs are not worth it.
    if (set === CODE_C ? digits >= 2 : digits >= (isAtEdge ? 4 : 6)) {
      if (set !== CODE_C && digits % 2 === 1 && set !== undefined) {
        values.push(text.charCodeAt(index++) - 32);
        continue;
      }
      if (set !== CODE_C) values.push(set === undefined ? START_C : CODE_C);
      set = CODE_C;
      values.push(Number(text.slice(index, index + 2)));
      index += 2;
    } else {
      if (set !== CODE_B) values.push(set === undefined ? START_B : CODE_B);
      set = CODE_B;
      values.push(text.charCodeAt(index++) - 32);
    }
  }
  return values;
}
