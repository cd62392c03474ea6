/**
 * Recognises numbers of payment cards in texts, so that no one leaves one where it does not belong. Server and pages use it alike. One pass over the
 * text: the time is linear in its length.
 */

/** What is between the digits of a number as people write it: spaces of any width, hyphens and dots, and what cannot be seen. */
const SEPARATORS = new Set([0x09, 0x20, 0x2d, 0x2e, 0xa0, 0xad, 0xb7, 0x2022, 0x202f, 0x2060, 0x2212, 0xfeff]);
const isSeparator = (code: number): boolean => SEPARATORS.has(code) || (code >= 0x2000 && code <= 0x2015);

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** Separators in a row that still belong to one number. */
const MAX_SEPARATORS = 3;
/** Digits of a group in a number that others precede or follow: sizes and quantities in a row have fewer. */
const MIN_GROUP_DIGITS = 3;

/** The value of a digit in any of the forms that keyboards and phones write, by its code: ASCII, fullwidth, Arabic, Persian and Devanagari. */
const DIGIT_ZEROS = [0x30, 0xff10, 0x660, 0x6f0, 0x966];
function readDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code < 0x660) return -1;
  for (const zero of DIGIT_ZEROS) if (code >= zero && code <= zero + 9) return code - zero;
  return -1;
}

/** First digits of the numbers of the networks, as bounds of their first four digits, with the lengths that they have (ISO/IEC 7812). */
const NETWORKS: readonly { from: number; to: number; lengths: readonly number[] }[] = [
  // Mastercard
  { from: 2221, to: 2720, lengths: [16] },
  { from: 5100, to: 5599, lengths: [16] },
  // Mir
  { from: 2200, to: 2204, lengths: [16, 17, 18, 19] },
  // Diners Club
  { from: 3000, to: 3059, lengths: [14, 15, 16, 17, 18, 19] },
  { from: 3095, to: 3095, lengths: [14, 15, 16, 17, 18, 19] },
  { from: 3600, to: 3699, lengths: [14, 15, 16, 17, 18, 19] },
  { from: 3800, to: 3999, lengths: [14, 15, 16, 17, 18, 19] },
  // American Express
  { from: 3400, to: 3499, lengths: [15] },
  { from: 3700, to: 3799, lengths: [15] },
  // JCB
  { from: 3528, to: 3589, lengths: [16, 17, 18, 19] },
  // Visa
  { from: 4000, to: 4999, lengths: [13, 16, 19] },
  // Maestro, and the networks that share its first digits
  { from: 5000, to: 5099, lengths: [13, 14, 15, 16, 17, 18, 19] },
  { from: 5600, to: 5899, lengths: [13, 14, 15, 16, 17, 18, 19] },
  // Discover, UnionPay, RuPay and Maestro
  { from: 6000, to: 6999, lengths: [13, 14, 15, 16, 17, 18, 19] },
  { from: 8100, to: 8171, lengths: [16, 17, 18, 19] },
];

/** Whether digits begin like a card, have a length of its network, and their check digit is right. */
function isCardNumber(digits: readonly number[]): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = digits;
  const start = first * 1000 + second * 100 + third * 10 + fourth;
  const isOfNetwork = NETWORKS.some(({ from, to, lengths }) => start >= from && start <= to && lengths.includes(digits.length));
  if (!isOfNetwork) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits[digits.length - 1 - place] as number;
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** A number of a card in a text: from `start` to before `end`. */
export interface FoundCardNumber {
  start: number;
  end: number;
}

/** Digits in a row, perhaps in groups: their values and places in the text, and where each group begins. */
interface Run {
  digits: number[];
  places: number[];
  groups: number[];
}

/**
 * Finds what looks like the number of a card: 13 to 19 digits, perhaps with spaces, hyphens or dots between them, that begin like one and whose check digit
 * is right. A longer row of digits without anything between them is none. In a longer row of groups, a number can begin and end with
 * any group, as in `4242 4242 4242 4242 12/29`.
 */
export function findCardNumbers(text: string): FoundCardNumber[] {
  const found: FoundCardNumber[] = [];
  let run: Run = { digits: [], places: [], groups: [] };
  let separators = 0;
  const finish = () => {
    if (run.digits.length >= MIN_DIGITS) found.push(...findInRun(run));
    if (run.digits.length > 0) run = { digits: [], places: [], groups: [] };
    separators = 0;
  };
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const digit = readDigit(code);
    if (digit >= 0) {
      if (run.digits.length === 0 || separators > 0) run.groups.push(run.digits.length);
      run.digits.push(digit);
      run.places.push(index);
      separators = 0;
    } else if (isSeparator(code) && separators < MAX_SEPARATORS) separators += 1;
    else finish();
  }
  finish();
  return found;
}

function findInRun({ digits, places, groups }: Run): FoundCardNumber[] {
  if (digits.length <= MAX_DIGITS && isCardNumber(digits))
    return [{ start: places[0] as number, end: (places.at(-1) as number) + 1 }];
  const found: FoundCardNumber[] = [];
  const bounds = [...groups, digits.length];
  for (let first = 0; first < groups.length; first += 1) {
    const start = bounds[first] as number;
    // At most seven groups, so that the time stays linear.
    for (let last = first + 1; last < bounds.length; last += 1) {
      const end = bounds[last] as number;
      if (end - (bounds[last - 1] as number) < MIN_GROUP_DIGITS || end - start > MAX_DIGITS) break;
      if (end - start < MIN_DIGITS || !isCardNumber(digits.slice(start, end))) continue;
      found.push({ start: places[start] as number, end: (places[end - 1] as number) + 1 });
      first = last - 1;
      break;
    }
  }
  return found;
}

/** Whether a text contains what looks like the number of a card. */
export const looksLikeCardNumber = (text: string): boolean => text.length >= MIN_DIGITS && findCardNumbers(text).length > 0;

/** What is said to someone who enters the number of a card where it does not belong. */
export const CARD_NUMBER_MESSAGE =
  'This looks like a card number. Please never send card details; the payment page asks for them.';
