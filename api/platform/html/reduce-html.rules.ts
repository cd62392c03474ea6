import sanitizeHtml, { type IOptions } from 'sanitize-html';

/** Of the text that is read. What is nested more deeply loses its element, not its text. */
const MAX_DEPTH = 40;
const BLOCKS = ['p', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
const INLINE = ['br', 'strong', 'em', 'u', 'sub', 'sup'];
/** Elements whose text is not meant to be read. */
const UNREAD = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'noembed', 'noframes', 'plaintext'],
  ...['svg', 'math', 'template', 'title', 'xmp', 'xml', 'object', 'applet', 'audio', 'video', 'canvas'],
];
/** Elements that are left out where they have no text and no picture. */
const NEVER_EMPTY = ['p', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 'a'];

/** What an element becomes of which only the content stays. Names that are not allowed leave their closing tags behind. */
export const UNWRAPPED = 'un-wrapped';

/** What a kind of text has besides paragraphs, lists, tables and emphasis. */
export interface HtmlKind {
  /** Further elements. */
  tags: readonly string[];
  /** The attributes that elements keep; by default none. */
  attributes?: Readonly<Record<string, string[]>>;
  /** What other elements become. */
  transforms: NonNullable<IOptions['transformTags']>;
  /** Called with each element as it was typed, and its attributes. */
  onElement?: (name: string, attributes: Readonly<Record<string, string>>) => void;
}

/**
 * Reduces HTML to paragraphs, lists, tables, emphasis and what its kind has in addition. Everything else is left out: its text stays, but for scripts, styles,
 * forms’ fields, drawings and what else is not read as text. Text without any element becomes paragraphs. What the result has, it keeps when it is
 * reduced again.
 */
export function reduceHtml(html: string, { tags, attributes = {}, transforms, onElement }: HtmlKind): string {
  const isMarkup = /<[a-z!/][^<>]*>/i.test(html);
  return sanitizeHtml(isMarkup ? html : toParagraphs(html), {
    allowedTags: [...BLOCKS, ...INLINE, UNWRAPPED, ...tags],
    allowedAttributes: { ...attributes },
    // Addresses are decided by the kind.
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { b: 'strong', i: 'em', div: 'p', section: 'p', article: 'p', ...transforms },
    nonTextTags: UNREAD,
    nestingLimit: MAX_DEPTH,
    exclusiveFilter: ({ tag, text, attribs, mediaChildren }) =>
      tag === 'img' ? !attribs.src : NEVER_EMPTY.includes(tag) && !text.trim() && !mediaChildren?.length,
    ...(onElement && { onOpenTag: onElement }),
  })
    .replaceAll(`<${UNWRAPPED}>`, '')
    .replaceAll(`</${UNWRAPPED}>`, '')
    .trim();
}

/** Of a text that is read. The parser takes longer for each element the more are open. */
const MAX_ELEMENTS = 20_000;

/** Whether a text has so many elements that reading it would take long. */
export const hasTooManyElements = (html: string): boolean => {
  const starts = /<[a-z]/gi;
  for (let count = 0; starts.test(html); count += 1) if (count === MAX_ELEMENTS) return true;
  return false;
};

/** Converts plain text to HTML: blank lines separate paragraphs. The sanitiser escapes anything that looks like an element. */
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
