import { type ContentEncoding, compress, decompress } from '#api/platform/http/compression.ts';

type Form = ContentEncoding | 'plain';

/** The bytes of a response in the encodings requested so far; there is always at least one. */
export type CachedResponse = Partial<Record<Form, Buffer>>;

/** The bytes to send and their encoding; undefined when not encoded. */
export interface EncodedResponse {
  content: Buffer;
  encoding: ContentEncoding | undefined;
}

/** Smaller responses fit into one network packet, so compressing them saves nothing. */
const MIN_COMPRESSED_BYTES = 1400;

/** A cached response from JSON text, not compressed yet. */
export const createCachedResponse = (json: string): CachedResponse => ({ plain: Buffer.from(json) });

/** The size in memory of all forms of a response. */
export const getResponseBytes = (response: CachedResponse): number =>
  (response.plain?.length ?? 0) + (response.br?.length ?? 0) + (response.gzip?.length ?? 0);

async function plainOf(response: CachedResponse): Promise<Buffer> {
  if (response.plain) return response.plain;
  if (response.br) return decompress(response.br, 'br');
  if (response.gzip) return decompress(response.gzip, 'gzip');
  throw new Error('The cached response has no content.');
}

/**
 * Returns the response in an encoding and stores that form. The plain form, about twenty times as large, is then dropped and
 * restored for the rare client that needs it. `onChange` is called when the size of the cached response has changed.
 */
export async function encodeResponse(
  response: CachedResponse,
  encoding: ContentEncoding | undefined,
  onChange: () => void,
): Promise<EncodedResponse> {
  const shouldCompress = !response.plain || response.plain.length >= MIN_COMPRESSED_BYTES;
  const form: Form = encoding && shouldCompress ? encoding : 'plain';
  let content = response[form];
  if (!content) {
    const plain = await plainOf(response);
    content = form === 'plain' ? plain : await compress(plain, form);
    response[form] = content;
    if (form !== 'plain') delete response.plain;
    onChange();
  }
  return { content, encoding: form === 'plain' ? undefined : form };
}
