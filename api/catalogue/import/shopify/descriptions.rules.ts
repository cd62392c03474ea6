import sanitizeHtml from 'sanitize-html';
import { reduceHtml } from '#api/platform/html/reduce-html.rules.ts';
import { truncate } from '../files/truncate.rules.ts';

/**
 * Sanitises a description to paragraphs, lists, tables, emphasis and small headings without attributes. Links become plain
 * text because they would lead out of the portal. Null if nothing is left.
 */
export function sanitiseDescription(html: string): string | null {
  if (html === '') return null;
  const clean = reduceHtml(html, {
    tags: ['h3', 'h4'],
    transforms: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' },
  });
  return clean === '' ? null : clean;
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
