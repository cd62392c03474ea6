import { type ContentEncoding, compress, decompress } from '#api/platform/http/compression.ts';

type Form = ContentEncoding | 'plain';

/** The bytes of an answer in the forms that were asked for. There is always one. */
export type CachedResponse = Partial<Record<Form, Buffer>>;

/** What is sent: bytes, and how they are encoded. */
export interface EncodedResponse {
  content: Buffer;
  encoding: ContentEncoding | undefined;
}

/** Smaller answers travel in one packet anyway. */
const WORTH_COMPRESSING_BYTES = 1400;

export const createCachedResponse = (json: string): CachedResponse => ({ plain: Buffer.from(json) });

export const getResponseBytes = (answer: CachedResponse): number =>
  (answer.plain?.length ?? 0) + (answer.br?.length ?? 0) + (answer.gzip?.length ?? 0);

async function plainOf(answer: CachedResponse): Promise<Buffer> {
  if (answer.plain) return answer.plain;
  if (answer.br) return decompress(answer.br, 'br');
  if (answer.gzip) return decompress(answer.gzip, 'gzip');
  throw new Error('An answer was kept in no form.');
}

/**
 * The answer in an encoding. A form that had to be made for it is kept; the plain one, twenty times as large, is then let
 * go, and made again for the rare client that asks for it. `onChange` is told when the answer's weight has changed.
 */
export async function encodeResponse(
  answer: CachedResponse,
  encoding: ContentEncoding | undefined,
  onChange: () => void,
): Promise<EncodedResponse> {
  const isWorthIt = !answer.plain || answer.plain.length >= WORTH_COMPRESSING_BYTES;
  const form: Form = encoding && isWorthIt ? encoding : 'plain';
  let content = answer[form];
  if (!content) {
    const plain = await plainOf(answer);
    content = form === 'plain' ? plain : await compress(plain, form);
    answer[form] = content;
    if (form !== 'plain') delete answer.plain;
    onChange();
  }
  return { content, encoding: form === 'plain' ? undefined : form };
}
