import sanitizeHtml from 'sanitize-html';
import { truncate } from './truncate.rules.ts';

const kept = [
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
 * A description that can be shown to anybody: paragraphs, lists, tables, emphasis and small headings, and no attribute
 * at all. Links lose their address and keep their words, since they lead out of the portal. Null when nothing is left.
 */
export function sanitiseDescription(html: string): string | null {
  if (html === '') return null;
  const isMarkup = /<[a-z!/][^>]*>/i.test(html);
  const clean = sanitizeHtml(isMarkup ? html : toParagraphs(html), {
    allowedTags: kept,
    allowedAttributes: {},
    transformTags: { b: 'strong', i: 'em', h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', div: 'p', section: 'p', article: 'p' },
    // The words inside these are not for reading.
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'svg', 'template', 'title', 'xmp'],
    exclusiveFilter: ({ tag, text, mediaChildren }) =>
      ['p', 'li', 'h3', 'h4', 'strong', 'em'].includes(tag) && !text.trim() && !mediaChildren?.length,
  }).trim();
  return clean === '' ? null : clean;
}

/** Text without markup: blank lines part paragraphs. What looks like a tag in it is escaped by the sanitiser. */
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
 * The words of a description for lists: its first sentences up to some 160 characters, or the search description that
 * the shop wrote for the purpose. Null when there are none.
 */
export function shortenDescription(html: string | null, written: string): string | null {
  const text = (
    written ? sanitizeHtml(written, { allowedTags: [], allowedAttributes: {} }) : (html ?? '').replaceAll(/<[^>]*>/g, ' ')
  )
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text.length <= 160) return text || null;
  const sentence = /^.{40,160}?[.!?](?=\s)/.exec(text)?.[0];
  return sentence ?? `${truncate(text, 160).replace(/\s+\S*$/, '')} …`;
}
