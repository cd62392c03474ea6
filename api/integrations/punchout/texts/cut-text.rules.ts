/** How long a text may be: in bytes of UTF-8, or in characters as databases count them, which are units of UTF-16. */
export interface TextLimit {
  most: number;
  countedIn: 'bytes' | 'characters';
}

/** How long a text is, as a limit counts it. */
export const measureText = (text: string, { countedIn }: TextLimit): number =>
  countedIn === 'bytes' ? Buffer.byteLength(text) : text.length;

/** Whether a text is longer than its limit. */
export const isTooLong = (text: string, limit: TextLimit): boolean => measureText(text, limit) > limit.most;

const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });

/**
 * A text within its limit: measured first, then cut between characters as they are read, so that no accent, emoji or half of one is left behind. A character
 * that alone is longer than the limit is cut between its code points.
 */
export function cutText(text: string, limit: TextLimit): string {
  const whole = text.toWellFormed();
  if (!isTooLong(whole, limit)) return whole;
  let kept = '';
  let room = limit.most;
  for (const { segment } of graphemes.segment(whole)) {
    const length = measureText(segment, limit);
    if (length > room) {
      if (kept === '') return cutCodePoints(segment, limit);
      break;
    }
    kept += segment;
    room -= length;
  }
  return kept.trimEnd();
}

function cutCodePoints(text: string, limit: TextLimit): string {
  let kept = '';
  let room = limit.most;
  for (const codePoint of text) {
    room -= measureText(codePoint, limit);
    if (room < 0) break;
    kept += codePoint;
  }
  return kept;
}
