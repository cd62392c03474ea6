/** Letters without full-width forms, case and accents, which make a password no harder to guess. */
export const foldLetters = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const LETTER_OF: Record<string, string> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
  '+': 't',
};
/** Digits and signs that replace letters ("p4$$"), read as letters. */
const toLetters = (text: string) => text.replaceAll(/[@431!0$57+]/g, (sign) => LETTER_OF[sign] ?? sign);

/** Words that every workwear portal shares. */
const TRADE_WORDS = ['livery', 'uniform', 'uniforms', 'workwear', 'portal'];
const MIN_REMAINING_LETTERS = 4;

/** The words of names, titles and addresses that are long enough to matter, longest first. */
export function extractWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => {
    const parts = foldLetters(text).split(/[^\p{L}\p{N}]+/u);
    return [...parts, parts.join('')];
  });
  return [...new Set([...words, ...TRADE_WORDS])].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

/** Whether little of the password is left without the names that are publicly known about the person. */
export function isMadeOfOwnWords(password: string, words: readonly string[]): boolean {
  const folded = foldLetters(password);
  return [folded, toLetters(folded)].some((text) => {
    const plain = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
    const left = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
    return left !== plain && left.replaceAll(/[^\p{L}]/gu, '').length < MIN_REMAINING_LETTERS;
  });
}
