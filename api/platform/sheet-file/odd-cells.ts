import type { SheetReading, TextEncodingFound } from './sheet-reading.ts';
import { hasBadBytes, repairText } from './text-encoding.rules.ts';

/** Cells that are shown so that the encoding can be checked by them. */
const MAX_ODD = 10;
/** Bytes of UTF-8 that a program took for letters of Windows-1252, and letters that another one has already lost. */
const DAMAGED =
  /[\u00c3\u00c2][\u0080-\u00bf]|[\u00c4\u00c5][\u0080-\u009f\u0160\u0161\u0152\u0153\u017d\u017e\u0178\u201a-\u201e\u2020-\u2022\u2026\u20ac]|\ufffd/;

/** Collects the cells with letters that another encoding would read differently, and repairs those that can be read all the same. */
export class OddCells {
  readonly #encoding: TextEncodingFound | null;
  readonly #letters = new Set<string>();
  /** Of each, the number of the row, null for the headings, and the position of its column. */
  readonly examples: SheetReading['odd'] = [];
  damagedCells = 0;

  constructor(encoding: TextEncodingFound | null) {
    this.#encoding = encoding;
  }

  /** A cell as it is imported. */
  read(cell: string, row: number | null, column: number): string {
    // Nearly all cells.
    if (!/[^\0-\x7f]/.test(cell)) return cell;
    const isBroken = hasBadBytes(cell);
    const text = isBroken ? repairText(cell) : cell;
    const isDamaged = DAMAGED.test(text);
    if (isDamaged) this.damagedCells += 1;
    const isDoubtful = this.#encoding !== null && !this.#encoding.isCertain && (this.#encoding.name !== 'utf-8' || isBroken);
    if (this.examples.length < MAX_ODD && (isDamaged || isBroken || (isDoubtful && this.#hasNewLetter(text))))
      this.examples.push({ row, column });
    return text;
  }

  /** Whether a letter has not been shown yet. */
  #hasNewLetter(text: string): boolean {
    const found = text.match(/[^\0-\x7f]/gu)?.filter((letter) => !this.#letters.has(letter)) ?? [];
    for (const letter of found) this.#letters.add(letter);
    return found.length > 0;
  }
}
