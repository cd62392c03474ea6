/** Whether text is UTF-16: by its byte order mark, or because Latin text has a zero in every second byte. Needs the first few kilobytes. */
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
  if (odd > pairs * 0.7 && even < pairs * 0.1) return 'utf-16le';
  return even > pairs * 0.7 && odd < pairs * 0.1 ? 'utf-16be' : undefined;
}
