import { detectUtf16 } from '#api/platform/text-encoding.ts';

const OPENING = '<SharedSecret';
const CLOSING = '</SharedSecret>';
const REMOVED = '<SharedSecret/>';

/** A document as text to be kept, without the secrets with which it proved itself. */
export function removeSecrets(bytes: Uint8Array, secrets: readonly string[]): string {
  const text = new TextDecoder(detectUtf16(bytes) ?? 'utf-8').decode(bytes);
  let kept = '';
  let place = 0;
  for (let start = text.indexOf(OPENING); start !== -1; start = text.indexOf(OPENING, place)) {
    const end = text.indexOf(CLOSING, start);
    kept += text.slice(place, start) + REMOVED;
    place = end === -1 ? text.length : end + CLOSING.length;
  }
  kept += text.slice(place);
  // Wherever else it stands, such as in a comment.
  for (const secret of secrets) if (secret.length >= 4) kept = kept.replaceAll(secret, '');
  // PostgreSQL keeps no such character in a text.
  return kept.replaceAll('\u0000', '');
}
