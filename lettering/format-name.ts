import type { NameForm } from '#contract/catalogue/customisation/customisation.ts';
import { listGraphemes } from './graphemes.ts';
import { normaliseText } from './text.ts';

/**
 * The text of a design for names. Particles stay with a surname that is written out ("N. van der Berg") and do not count for its initial ("Niamh B.").
 * Where one of the names is empty, or has no letters, the other one is written out. Empty when both are.
 */
export function formatName(form: NameForm, names: { firstName: string; lastName: string }): string {
  const first = toOneLine(names.firstName);
  const last = toOneLine(names.lastName);
  if (first === '' || last === '') return first || last;
  switch (form) {
    case 'first':
      return first;
    case 'last':
      return last;
    case 'first-last':
      return `${first} ${last}`;
    case 'first-initial':
      return `${first} ${findInitial(findNameProper(last))}.`;
    case 'initial-last':
      return `${findInitial(first)}. ${last}`;
  }
}

/** Systems of staff need two names, and people with one then have a dash or full stop for the other. */
const toOneLine = (name: string) => (/[\p{L}\p{N}]/u.test(name) ? normaliseText(name).replaceAll(/\s+/g, ' ') : '');

/** The name from its first part with a capital: without "van der", "de", "d'" and "al-"; the whole name where no part has one. */
function findNameProper(name: string): string {
  const start = name.search(/(?<![\p{L}\p{M}])[\p{Lu}\p{Lt}]/u);
  return start === -1 ? name : name.slice(start);
}

/** Digraphs that have a form of their own for the start of a name, Ǆ being for names in capitals alone. */
const TITLE_CASE: Readonly<Record<string, string>> = { ǆ: 'ǅ', Ǆ: 'ǅ', ǉ: 'ǈ', Ǉ: 'ǈ', ǌ: 'ǋ', Ǌ: 'ǋ', ǳ: 'ǲ', Ǳ: 'ǲ' };

/** The first letter as a capital. The Dutch IJ is one letter, in two characters or one. */
function findInitial(name: string): string {
  const letters = name.slice(Math.max(0, name.search(/[\p{L}\p{N}]/u)));
  if (/^IJ(?=\p{Ll})/u.test(letters)) return 'IJ';
  const letter = listGraphemes(letters)[0] as string;
  const capital = TITLE_CASE[letter] ?? letter.toUpperCase();
  // What becomes several letters, such as ß and ﬁ, has the first of them. Accents are part of the letter.
  return capital.match(/^\p{L}\p{M}*/u)?.[0] ?? letter;
}
