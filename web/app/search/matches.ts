import { toSpellings } from '#contract/platform/fold-text.ts';
import { toSearchWords, withoutOrderWord } from '#contract/platform/search-words.ts';

/** A part of a text; `isMatch` if it is one of the words searched for. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Whether a letter is found in its usual spelling, or in the longer one that some people write: “ü” as “u” or as “ue”. */
type Spelling = 'usual' | 'long';

/** A folded text, and where in the text each of its letters comes from. */
function foldWithPlaces(text: string, spelling: Spelling): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const letter of text) {
    const [usual = '', long = usual] = /\s/.test(letter) ? [' '] : toSpellings(letter);
    const part = spelling === 'long' ? long : usual;
    folded += part;
    for (let count = 0; count < part.length; count += 1) places.push(place);
    place += letter.length;
  }
  return { folded, places };
}

/** Splits a text at every occurrence of a word of the query, as the search finds them: without regard to case and accents. */
export function splitMatches(text: string, query: string): TextPart[] {
  const words = toSearchWords(withoutOrderWord(query)).flat();
  const marked = Array.from({ length: text.length }, () => false);
  for (const spelling of ['usual', 'long'] as const) {
    const { folded, places } = foldWithPlaces(text, spelling);
    for (const word of words)
      for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
        marked.fill(true, places[at], places[at + word.length] ?? text.length);
  }
  const parts: TextPart[] = [];
  for (const [place, isMatch] of marked.entries()) {
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += text[place];
    else parts.push({ text: text[place] ?? '', isMatch });
  }
  return parts;
}
