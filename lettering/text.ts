import { listGraphemes } from './graphemes.ts';

/** What a position and method allow of a text. */
export interface TextLimits {
  /** Most characters of one line, as people count them. */
  maxLength: number;
  /** 0 where a method takes no text. */
  maxLines: number;
}

/** Why a text cannot be used, whatever its font; `describeTextProblem` says it. */
export type TextRuleProblem =
  | { kind: 'empty' }
  | { kind: 'tooLong'; length: number; maxLength: number; line: number; lines: number }
  | { kind: 'tooManyLines'; lines: number; maxLines: number }
  | { kind: 'controlCharacter' | 'directionCharacter'; code: number };

const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
const SPACES = /\p{Zs}/gu;
/** Choose whether a sign such as ♥ is shown in colour; phones add them unseen. Within an emoji of several parts they stay. */
const PRESENTATION = /[\ufe0e\ufe0f](?![\u200d\u20e3])/g;

/**
 * A text as it is stored and compared: composed characters (NFC), line feeds as line ends, plain spaces, and no spaces around its lines or empty lines
 * around it. Everything else stays as it was typed.
 */
export function normaliseText(text: string): string {
  const plain = text.replace(LINE_ENDS, '\n').replace(SPACES, ' ').replace(PRESENTATION, '').normalize('NFC');
  const lines = plain.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return first === -1 ? '' : lines.slice(first, last + 1).join('\n');
}

const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const CONTROL = /(?!\n)\p{Cc}/u;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const EMOJI = /\p{Extended_Pictographic}/u;

/** Checks a normalised text by the rules that hold in every font. The first problem counts; undefined when there is none. */
export function checkText(text: string, { maxLength, maxLines }: TextLimits): TextRuleProblem | undefined {
  if (text === '') return { kind: 'empty' };
  const hidden = findHiddenCharacter(text);
  if (hidden) return hidden;
  const lines = text.split('\n');
  if (lines.length > maxLines) return { kind: 'tooManyLines', lines: lines.length, maxLines };
  for (const [index, line] of lines.entries()) {
    const { length } = listGraphemes(line);
    if (length > maxLength) return { kind: 'tooLong', length, maxLength, line: index + 1, lines: lines.length };
  }
}

function findHiddenCharacter(text: string): TextRuleProblem | undefined {
  const direction = DIRECTION.exec(text)?.[0];
  if (direction) return { kind: 'directionCharacter', code: direction.codePointAt(0) as number };
  const control = CONTROL.exec(text)?.[0];
  if (control) return { kind: 'controlCharacter', code: control.codePointAt(0) as number };
  if (!INVISIBLE.test(text)) return undefined;
  // Emoji are joined by invisible characters: they are named as a whole, as characters that the font lacks.
  const hidden = listGraphemes(text).find((character) => INVISIBLE.test(character) && !EMOJI.test(character));
  const code = hidden && INVISIBLE.exec(hidden)?.[0]?.codePointAt(0);
  if (code !== undefined && code !== '') return { kind: 'controlCharacter', code };
}
