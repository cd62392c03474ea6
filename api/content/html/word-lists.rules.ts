/** Stands for an item of a list of a word processor, which writes each as a paragraph that begins with a bullet or a number. */
export const WORD_ITEM = 'word-item';

const ITEM = /<word-item>(?:<(?:strong|em|u)>)?(?:([·•o§▪–-])|\(?[0-9a-zA-Z]{1,3}[.)])(?:[ \t\r\n\u00a0]|&nbsp;)+/g;

/** Joins such items to lists: with numbers where the first item has one. */
export function joinWordLists(html: string): string {
  const lists = html.replace(ITEM, (match, bullet: string | undefined) => {
    const emphasis = /<(?:strong|em|u)>/.exec(match)?.[0] ?? '';
    return `${bullet === undefined ? '<word-item><!--n-->' : '<word-item>'}${emphasis}`;
  });
  const parts = lists.split(/(<word-item>(?:<!--n-->)?|<\/word-item>)/);
  let list: 'ul' | 'ol' | null = null;
  let isInItem = false;
  let joined = '';
  for (const part of parts) {
    if (part.startsWith('<word-item>')) {
      const kind = part.length > '<word-item>'.length ? 'ol' : 'ul';
      if (list !== kind) joined += `${list ? `</${list}>` : ''}<${kind}>`;
      list = kind;
      isInItem = true;
      joined += '<li>';
    } else if (part === '</word-item>') {
      isInItem = false;
      joined += '</li>';
    } else {
      if (!isInItem && list && part.trim() !== '') {
        joined += `</${list}>`;
        list = null;
      }
      joined += part;
    }
  }
  return list ? `${joined}</${list}>` : joined;
}
