/**
 * Whether text is UTF-16: by its byte order mark, or because the delimiters, digits and Latin letters of a table have a zero in every second byte, and the other
 * bytes have none. Needs the first few kilobytes.
 */
export function detectUtf16(start: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const pairs = Math.floor(start.length / 2);
  if (pairs < 4) return undefined;
  let [even, odd] = [0, 0];
  for (let index = 0; index < pairs * 2; index += 2) {
    if (start[index] === 0) even++;
    if (start[index + 1] === 0) odd++;
  }
  if (isMostlyZero(odd, even, pairs)) return 'utf-16le';
  return isMostlyZero(even, odd, pairs) ? 'utf-16be' : undefined;
}

/** In Latin text nearly all, and in other alphabets those of what is between the words; then the others must have next to none. */
const isMostlyZero = (zeros: number, others: number, pairs: number) =>
  (zeros > pairs * 0.7 && others < pairs * 0.1) || (zeros > pairs * 0.2 && others < pairs * 0.01);
