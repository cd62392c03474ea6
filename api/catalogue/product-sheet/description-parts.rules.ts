import sanitizeHtml from 'sanitize-html';

/** A part of a text, without markup. */
export interface DescriptionPart {
  kind: 'heading' | 'paragraph' | 'item';
  text: string;
}

const KINDS: Readonly<Record<string, DescriptionPart['kind']>> = {
  p: 'paragraph',
  li: 'item',
  h3: 'heading',
  h4: 'heading',
  tr: 'paragraph',
};
const TAG_OR_TEXT = /<(\/?)([a-z0-9]{1,5})(?: \/)?>|([^<]+)/g;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The paragraphs, headings and list items of an HTML text, in their order. Cells of a table are a paragraph for each row. */
export function readDescription(html: string): DescriptionPart[] {
  // Sanitised again, so that what follows meets these elements only, without attributes, in lower case.
  const clean = sanitizeHtml(html, {
    allowedTags: [...Object.keys(KINDS), 'br', 'td', 'th', 'ul', 'ol'],
    allowedAttributes: {},
    transformTags: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', div: 'p' },
  });
  const parts: DescriptionPart[] = [];
  let open: DescriptionPart = { kind: 'paragraph', text: '' };
  const begin = (kind: DescriptionPart['kind']) => {
    const text = open.text
      .split('\n')
      .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
      .join('\n')
      .replace(/ ·$/, '')
      .trim();
    if (text !== '') parts.push({ kind: open.kind, text });
    open = { kind, text: '' };
  };
  for (const [, closing, tag, text] of clean.matchAll(TAG_OR_TEXT)) {
    // Line breaks of the source are spaces.
    if (text !== undefined)
      open.text += text.replaceAll(/\s+/g, ' ').replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? '');
    else if (tag === 'br') open.text += '\n';
    else if (tag === 'td' || tag === 'th') open.text += closing ? ' · ' : '';
    // A paragraph within a list item is part of it.
    else if (tag === 'p' && open.kind === 'item') open.text += '\n';
    else if (tag) begin(closing ? 'paragraph' : (KINDS[tag] ?? 'paragraph'));
  }
  begin('paragraph');
  return parts;
}
