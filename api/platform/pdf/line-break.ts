/** Scripts in which words are not divided by spaces, and the marks of Chinese and Japanese. */
const WITHOUT_SPACES =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\u3001-\u303F\u30FB\u30FC\uFF01-\uFF65\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Marks at which no line begins, small Japanese letters and signs of repetition among them. */
const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}\p{Lm}ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ゛゜～〜々]/u;
/** Marks at which no line ends. */
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;

/** Finds words by dictionaries of all these languages, whichever is named. */
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** A word as far as lines are concerned. */
export interface LineWord {
  text: string;
  /** What stands before it, unless a line begins with it: a space, or nothing. */
  gap: ' ' | '';
}

/** Divides a paragraph where a line may end: at spaces, and between the words of Chinese, Japanese, Thai, Lao, Khmer and Burmese. */
export const splitIntoWords = (paragraph: string): LineWord[] =>
  paragraph
    .split(' ')
    .flatMap((word): LineWord[] =>
      WITHOUT_SPACES.test(word)
        ? splitWithoutSpaces(word).map((text, index) => ({ text, gap: index === 0 ? ' ' : '' }))
        : [{ text: word, gap: ' ' }],
    );

function splitWithoutSpaces(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1);
    const isDivided =
      last !== undefined &&
      !NEVER_FIRST.test(segment) &&
      !NEVER_LAST.test(last) &&
      (WITHOUT_SPACES.test(segment) || WITHOUT_SPACES.test(last));
    if (last === undefined || isDivided) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}
