import type { CellReading } from './number-cells.rules.ts';
import { isErrorCell } from './number-cells.rules.ts';

/** Characters without a width, which are copied with an address and are no part of it. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;
/** What programs write before an address. */
const SCHEMES = ['mailto:', 'smtp:', 'email:'];
/** How an address ends that was copied out of a list. */
const ENDS = new Set([';', ',', '.']);

/**
 * Reads an email address: of `mailto:a@b.example?subject=Hello` and `Ann Ash <a@b.example>` only the address, with a note. A cell with
 * several addresses stays as it is, and is not valid.
 */
export function readEmailCell(cell: string): CellReading<string> {
  const text = cell.trim();
  if (isErrorCell(text)) return { reason: { kind: 'email_is_error', cell: text } };
  const address = undress(text);
  return address === text || !isOneAddress(address)
    ? { value: text }
    : { value: address, note: { kind: 'email_taken_out', cell: text, email: address } };
}

const isOneAddress = (text: string) => text.indexOf('@') > 0 && text.indexOf('@') === text.lastIndexOf('@') && !/\s/.test(text);

function undress(cell: string): string {
  const visible = cell.replaceAll(INVISIBLE, '').trim();
  let address = takeFromBrackets(visible) ?? visible;
  const lower = address.toLowerCase();
  const scheme = SCHEMES.find((start) => lower.startsWith(start));
  if (scheme) {
    address = address.slice(scheme.length);
    const query = scheme === 'mailto:' ? address.indexOf('?') : -1;
    if (query >= 0) address = address.slice(0, query);
    if (scheme === 'mailto:') address = decodePercent(address);
  }
  address = address.trim();
  while (ENDS.has(address.at(-1) ?? '')) address = address.slice(0, -1).trimEnd();
  return address;
}

/** The text in the only pair of angle brackets; undefined where there is none, or several. */
function takeFromBrackets(text: string): string | undefined {
  const [start, end] = [text.indexOf('<'), text.indexOf('>')];
  if (start < 0 || end < start || text.indexOf('<', start + 1) >= 0) return undefined;
  // Behind it nothing but the end of a list.
  return [...text.slice(end + 1).trim()].every((letter) => ENDS.has(letter)) ? text.slice(start + 1, end).trim() : undefined;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
