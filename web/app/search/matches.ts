/** A part of a text; `isMatch` if it is one of the words searched for. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text at every occurrence of a word of the query, ignoring case. */
export function splitMatches(text: string, query: string): TextPart[] {
  const lower = text.toLowerCase();
  const words = query.toLowerCase().replace(/^#/, '').split(/\s+/).filter(Boolean);
  // Lower case changes the length of a few letters; places in the two texts would then differ.
  if (lower.length !== text.length) return [{ text, isMatch: false }];
  const marked = Array.from({ length: text.length }, () => false);
  for (const word of words)
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      marked.fill(true, at, at + word.length);
  const parts: TextPart[] = [];
  for (const [place, isMatch] of marked.entries()) {
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += text[place];
    else parts.push({ text: text[place] ?? '', isMatch });
  }
  return parts;
}
