// By the rules of Unicode's annex 29 as far as they concern texts on garments. Not `Intl.Segmenter`, which some supported browsers lack and others have in
// another version than the server.
const GRAPHEME =
  /(?:\p{RI}\p{RI}|\P{M})(?:\p{M}|\p{Emoji_Modifier}|[\u200c\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?)*|\p{M}+/gu;

/** The characters of a text as people count them: a letter with its marks, a flag, an emoji of several parts. */
export function listGraphemes(text: string): string[] {
  if (/^[ -~]*$/.test(text)) return text.split('');
  return text.match(GRAPHEME) ?? [];
}
