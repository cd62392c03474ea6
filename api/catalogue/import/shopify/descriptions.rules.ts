import sanitizeHtml from 'sanitize-html';
import { truncate } from '../files/truncate.rules.ts';

const ALLOWED_TAGS = [
  'p',
  'br',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'u',
  'sub',
  'sup',
  'h3',
  'h4',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];

/**
 * Sanitises a description to paragraphs, lists, tables, emphasis and small headings without attributes. Links become plain
 * text because they would lead out of the portal. Null if nothing is left.
 */
export function sanitiseDescription(html: string): string | null {
  if (html === '') return null;
  const isMarkup = /<[a-z!/][^<>]*>/i.test(html);
  const clean = sanitizeHtml(isMarkup ? html : toParagraphs(html), {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: {},
    transformTags: { b: 'strong', i: 'em', h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', div: 'p', section: 'p', article: 'p' },
    // The text inside these is not meant to be read.
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'svg', 'template', 'title', 'xmp'],
    exclusiveFilter: ({ tag, text, mediaChildren }) =>
      ['p', 'li', 'h3', 'h4', 'strong', 'em'].includes(tag) && !text.trim() && !mediaChildren?.length,
  }).trim();
  return clean === '' ? null : clean;
}

/** Converts plain text to HTML: blank lines separate paragraphs. The sanitiser escapes anything that looks like a tag. */
function toParagraphs(text: string): string {
  const paragraphs = text.split(/(?:\r\n|\r|\n){2,}/).map((paragraph) =>
    paragraph
      .trim()
      .split(/\r\n|\r|\n/)
      .join('<br>'),
  );
  return paragraphs
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('');
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ', '&#39;': "'" };

/**
 * The short description for product lists: the shop's own search description if there is one, otherwise the first
 * sentences of the description, up to about 160 characters. Null if both are empty.
 */
export function shortenDescription(html: string | null, searchDescription: string): string | null {
  const text = (
    searchDescription
      ? sanitizeHtml(searchDescription, { allowedTags: [], allowedAttributes: {} })
      : (html ?? '').replaceAll(/<[^<>]*>/g, ' ')
  )
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text.length <= 160) return text || null;
  const end = text.slice(40, 162).search(/[.!?]\s/);
  if (end >= 0) return text.slice(0, 40 + end + 1);
  const start = truncate(text, 160);
  return `${start.slice(0, start.includes(' ') ? start.lastIndexOf(' ') : undefined)} …`;
}
