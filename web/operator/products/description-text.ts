const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/**
 * A stored description as it is edited: paragraphs alone become plain text with blank lines between them, of which the server makes the same paragraphs
 * again. A description with lists, tables or emphasis stays HTML.
 */
export function toDescriptionText(html: string | null): string {
  if (html === null) return '';
  const hasOtherTags = /<(?!\/?p>|br ?\/?>)[a-z/]/i.test(html);
  const isMadeOfParagraphs = /^(?:<p>(?:(?!<p>).)*<\/p>\s*)+$/s.test(html);
  // Text that looks like a tag would be read as one.
  if (hasOtherTags || !isMadeOfParagraphs || /&lt;[a-z!/]/i.test(html)) return html;
  return html
    .replaceAll(/<\/p>\s*<p>/g, '\n\n')
    .replaceAll(/<\/?p>/g, '')
    .replaceAll(/<br ?\/?>/g, '\n')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}
