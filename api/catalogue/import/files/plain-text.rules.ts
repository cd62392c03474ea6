import { decodeHTMLStrict } from 'entities';

/** Tags that shops leave in a line of text. Words in pointed brackets that are no tags, such as a size <M>, stay. */
const INLINE = /<\/?(?:a|abbr|b|big|em|font|i|ins|del|mark|s|small|span|strike|strong|sub|sup|u)(?:[\s/][^<>]*)?>/gi;
const BLOCK = /<\/?(?:br|center|div|h[1-6]|hr|img|li|ol|p|script|style|table|tbody|td|th|tr|ul)(?:[\s/][^<>]*)?>/gi;

/** How often text is escaped at most: by the shop, and again by the export. */
const MAX_LAYERS = 3;

/** A text of one line without the tags and entities of HTML, which shops leave in titles, names of options and tags. */
export function toPlainText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  let plain = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const before = plain;
    plain = decodeHTMLStrict(before.replaceAll(INLINE, '').replaceAll(BLOCK, ' '));
    if (plain === before) break;
  }
  return plain.replaceAll(/\s+/g, ' ').trim();
}
