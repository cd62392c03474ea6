const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const unescapeText = (html: string) => html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
const escapeText = (text: string) => text.replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? character);

/** Paragraphs with line breaks, and lists of one level: what can be written without tags. */
const PLAIN = /^(?:<p>(?:[^<]|<br ?\/?>)*<\/p>\s*|<ul>\s*(?:<li>[^<]*<\/li>\s*)+<\/ul>\s*)+$/;
const IS_MARKUP = /<[a-z!/][^<>]*>/i;

/**
 * A stored description as it is edited: paragraphs and lists alone become plain text, with blank lines between them and "- " before each point. A
 * description with tables, headings or emphasis stays HTML.
 */
export function toDescriptionText(html: string | null): string {
  if (html === null) return '';
  if (!PLAIN.test(html)) return html;
  const text = unescapeText(
    html
      .replaceAll(/>\s+</g, '><')
      .replaceAll(/<\/?(?:ul|p)>/g, '\n\n')
      .replaceAll('<li>', '- ')
      .replaceAll('</li>', '\n')
      .replaceAll(/<br ?\/?>/g, '\n'),
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  // Text that looks like a tag would be read as one.
  return IS_MARKUP.test(text) ? html : text;
}

/** A description as it is sent: what was typed without tags as paragraphs and lists; HTML as it is. Null for nothing. */
export function toDescriptionHtml(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (IS_MARKUP.test(trimmed)) return trimmed;
  return trimmed
    .split(/\n\s*\n/)
    .map((block) => toBlock(block.split('\n').map((line) => line.trim())))
    .join('');
}

function toBlock(lines: readonly string[]): string {
  const isPoint = (line: string) => /^[-•] /.test(line);
  if (lines.every(isPoint)) return `<ul>${lines.map((line) => `<li>${escapeText(line.slice(2).trim())}</li>`).join('')}</ul>`;
  // A sentence may be followed by its points without a blank line.
  const firstPoint = lines.findIndex(isPoint);
  if (firstPoint > 0 && lines.slice(firstPoint).every(isPoint))
    return toBlock(lines.slice(0, firstPoint)) + toBlock(lines.slice(firstPoint));
  return `<p>${lines.map(escapeText).join('<br />')}</p>`;
}
