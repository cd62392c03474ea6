import type { TextProblem } from './check-lettering.ts';

const MAX_NAMED_CHARACTERS = 5;

const NAMES: Readonly<Record<number, string>> = {
  0: 'a null character',
  9: 'a tab',
  11: 'a vertical tab',
  12: 'a page break',
  27: 'an escape character',
  127: 'a delete character',
  173: 'a soft hyphen',
  8203: 'a zero-width space',
  8204: 'a zero-width non-joiner',
  8205: 'a zero-width joiner',
  8288: 'a word joiner',
  65279: 'a byte order mark',
};

/** The sentence for a problem of a text, the same from the server and on pages. */
export function describeTextProblem(problem: TextProblem): string {
  switch (problem.kind) {
    case 'empty':
      return 'Please enter the text.';
    case 'tooLong': {
      const what = problem.lines === 1 ? 'The text' : `Line ${problem.line}`;
      return `${what} has ${problem.length} characters. Please shorten it to ${problem.maxLength}.`;
    }
    case 'tooManyLines':
      if (problem.maxLines === 0) return 'This method takes no text. Please choose another method.';
      return `The text has ${problem.lines} lines. Please shorten it to ${problem.maxLines === 1 ? '1 line' : `${problem.maxLines} lines`}.`;
    case 'controlCharacter':
      return `The text contains ${NAMES[problem.code] ?? 'an invisible character'} (${toCodePoint(problem.code)}). Please type it again without it.`;
    case 'directionCharacter':
      return `The text contains an invisible character that changes the direction of writing (${toCodePoint(problem.code)}). Please type it again without it.`;
    case 'missingCharacters':
      return describeMissing(problem);
    case 'tooWide':
    case 'tooHigh': {
      const measure = problem.kind === 'tooWide' ? 'wide' : 'high';
      return `The text is ${formatMm(problem.mm, Math.ceil)} mm ${measure} in letters of ${formatMm(problem.letterMm)} mm; the position has ${formatMm(problem.availableMm, Math.floor)} mm. Please shorten it${problem.kind === 'tooHigh' ? ' or use fewer lines' : ''}.`;
    }
  }
}

function describeMissing({ fontName, characters, otherFonts }: TextProblem & { kind: 'missingCharacters' }): string {
  const named = characters.slice(0, MAX_NAMED_CHARACTERS).map(nameCharacter);
  const further = characters.length - named.length;
  const isOne = characters.length === 1;
  const list = joinWords(further > 0 ? [...named, `${further} more`] : named);
  const sentence = `${list} ${isOne ? 'is' : 'are'} not in ${fontName}.`;
  if (otherFonts.length === 0) {
    const spread = characters.length > 1 ? 'No other font has all of them' : 'No other font has it';
    return `${sentence} ${spread}: please write the text without ${isOne ? 'it' : 'them'}.`;
  }
  return `${sentence} ${joinWords(otherFonts)} ${otherFonts.length === 1 ? 'has' : 'have'} ${isOne ? 'it' : 'them'}.`;
}

/** A character in quotation marks, or its code points where it would not be seen: without a glyph anywhere, a mark alone, half a character. */
export function nameCharacter(character: string): string {
  const codes = Array.from(character, (part) => toCodePoint(part.codePointAt(0) as number));
  if (/^[\p{C}\p{M}]|\p{Co}|\p{Cn}/u.test(character)) return codes.join(' ');
  return `“${character}”`;
}

const toCodePoint = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

/** In tenths, rounded as the comparison demands: a text that is too wide by a hair must not be said to be as wide as the position. */
function formatMm(mm: number, round: (value: number) => number = Math.round): string {
  return String(round(Math.round(mm * 1e6) / 1e5) / 10);
}

function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
