const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&#39;': "'",
  '&apos;': "'",
};

/** A text of one line without the tags and entities of HTML, which shops leave in titles. */
export function toPlainText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return text
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp|apos|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
