import { createBoundedCache } from '#api/platform/cache/bounded-cache.ts';
import { reduceHtml, UNWRAPPED } from '#api/platform/html/reduce-html.rules.ts';
import { describeLeftOut, type LeftOut } from './left-out.rules.ts';
import { joinWordLists, WORD_ITEM } from './word-lists.rules.ts';

/** Characters that reverse or isolate the direction of the text after them, and characters that cannot be seen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Browsers leave these out of addresses, and what begins with them is another address than it seems. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const IN_ADDRESSES = /[\u0000-\u0020\u007f\u00a0]/g;
const LINK = /^(?:https:\/\/[^/\\]|mailto:|tel:|\/(?![/\\]))/i;
/** The address of a picture that was uploaded, in one of its sizes. */
const PICTURE = /^\/pictures\/[0-9a-f]{40}(?:-[1-9][0-9]{1,3})?\.webp$/;
const PICTURES = /<img src="(\/pictures\/[0-9a-f]{40})(?:-[0-9]{2,4})?(\.webp)"/g;
const SIDE = /^[1-9][0-9]{0,3}$/;
const MAX_ALT = 250;

/** Text as HTML in which nothing can run, and what of it was left out, as sentences. */
export interface SanitisedHtml {
  html: string;
  leftOut: string[];
}

/**
 * Reduces what someone typed, pasted or sent to paragraphs, headings from h2 to h4, lists, tables, emphasis, links (https, mail, telephone and pages of the
 * portal) and uploaded pictures. The whole portal uses it for what is published, when it is saved and again when it is shown.
 */
export function sanitiseHtml(typed: string): SanitisedHtml {
  const leftOut = new Map<LeftOut, number>();
  const count = (kind: LeftOut) => leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1);
  const hidden = /[\u061c\u202a-\u202e\u2066-\u2069]|&#(?:823[4-8]|829[4-7]|x202[a-e]|x206[6-9]);/i.test(typed);
  const clean = withoutInvisible(reduce(withoutInvisible(typed), count));
  if (hidden) count('direction');
  const joined = clean.includes(`<${WORD_ITEM}>`) ? joinWordLists(clean) : clean;
  // Text whose elements were all left out becomes paragraphs, as it would the next time.
  const isDone = joined === clean && (clean === '' || clean.includes('<'));
  return { html: isDone ? clean : reduce(joined, () => {}), leftOut: describeLeftOut(leftOut) };
}

const withoutInvisible = (text: string) => text.replace(INVISIBLE, '');

function reduce(html: string, count: (kind: LeftOut) => void): string {
  return reduceHtml(html, {
    tags: ['h2', 'h3', 'h4', 'a', 'img', 's', 'blockquote', 'hr', WORD_ITEM],
    attributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    transforms: {
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      strike: 's',
      del: 's',
      a: (_, { href = '' }) => toLink(href, count),
      img: (_, attributes) => toPicture(attributes, count),
      p: (tagName, { class: names = '' }) => ({
        tagName: names.startsWith('MsoListParagraph') ? WORD_ITEM : tagName,
        attribs: {},
      }),
      // Editors of documents write emphasis as styles, and put what is not bold into b. Word adds mso-bidi-font-weight: normal to what is.
      b: (_, { style = '' }) => ({
        tagName: /(?:^|[^-])font-weight: ?(?:normal|400)/i.test(style) ? UNWRAPPED : 'strong',
        attribs: {},
      }),
      span: (_, { style = '' }) => ({ tagName: toEmphasis(style), attribs: {} }),
      ol: (tagName, { start = '' }) => ({ tagName, attribs: { ...(SIDE.test(start) && { start }) } }),
      th: (tagName, attributes) => ({ tagName, attribs: toCell(attributes) }),
      td: (tagName, { scope: _scope, ...attributes }) => ({ tagName, attribs: toCell(attributes) }),
    },
    onElement: (name, attributes) => countLeftOut(name, attributes, count),
  });
}

function toLink(typed: string, count: (kind: LeftOut) => void) {
  const href = withoutInvisible(typed).replace(IN_ADDRESSES, '');
  if (!LINK.test(href)) {
    if (href !== '' && !/^(?:javascript|vbscript|data):/i.test(href)) count('link');
    return { tagName: UNWRAPPED, attribs: {} };
  }
  return { tagName: 'a', attribs: { href, ...(/^https:/i.test(href) && { rel: 'noopener noreferrer' }) } };
}

function toPicture({ src = '', alt = '', width = '', height = '' }: Record<string, string>, count: (kind: LeftOut) => void) {
  if (!PICTURE.test(src)) {
    count(/^\s*(?:data|blob|file):/i.test(src) ? 'pastedPicture' : 'foreignPicture');
    return { tagName: 'img', attribs: {} };
  }
  return {
    tagName: 'img',
    attribs: {
      src,
      alt: withoutInvisible(alt).slice(0, MAX_ALT),
      ...(SIDE.test(width) && SIDE.test(height) && { width, height }),
      loading: 'lazy',
    },
  };
}

const toEmphasis = (style: string): string => {
  if (/(?:^|[^-])font-weight: ?(?:bold|[6-9]00)/i.test(style)) return 'strong';
  return /font-style: ?italic/i.test(style) ? 'em' : UNWRAPPED;
};

const toCell = ({ colspan = '', rowspan = '', scope = '' }: Record<string, string>) => ({
  ...(/^[1-9][0-9]?$/.test(colspan) && { colspan }),
  ...(/^[1-9][0-9]?$/.test(rowspan) && { rowspan }),
  ...((scope === 'col' || scope === 'row') && { scope }),
});

const KINDS: Readonly<Record<string, LeftOut>> = {
  ...{ script: 'script', noscript: 'script', template: 'script', base: 'script', meta: 'script', link: 'script' },
  ...{ iframe: 'embedded', object: 'embedded', embed: 'embedded', video: 'embedded', audio: 'embedded', frame: 'embedded' },
  ...{ form: 'form', input: 'form', button: 'form', select: 'form', textarea: 'form' },
  ...{ svg: 'drawing', math: 'drawing', canvas: 'drawing' },
  ...{ font: 'look', style: 'look', center: 'look' },
};

function countLeftOut(name: string, attributes: Readonly<Record<string, string>>, count: (kind: LeftOut) => void): void {
  const kind = KINDS[name];
  if (kind) count(kind);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (/^on[a-z]/i.test(attribute) || /^\s*(?:javascript|vbscript):/i.test(value)) count('script');
    else if (attribute === 'style' || attribute === 'class') count('look');
  }
}

const MAX_CACHE_BYTES = 4_000_000;
const shown = createBoundedCache<string>(MAX_CACHE_BYTES);

/** The stored text as it is shown, sanitised again, whatever has got into the database. The result is remembered by the text. */
export function sanitiseAgain(stored: string): string {
  const known = shown.get(stored);
  if (known !== undefined) return known;
  const { html } = sanitiseHtml(stored);
  shown.set(stored, html, html.length * 2);
  return html;
}

/** The pictures that a sanitised text shows, each in its largest size. */
export const listPicturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(PICTURES)].map(([, address, ending]) => `${address}${ending}`)),
];
