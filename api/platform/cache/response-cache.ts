import { type ContentEncoding, compress, decompress } from '../http/compression.ts';
import { createBoundedCache } from './bounded-cache.ts';

type Form = ContentEncoding | 'plain';

/** The bytes of a response in the encodings requested so far; there is always at least one. */
type CachedResponse = Partial<Record<Form, Buffer>>;

/** The bytes to send and their encoding; undefined when not encoded. */
export interface EncodedResponse {
  content: Buffer;
  encoding: ContentEncoding | undefined;
}

/** Smaller responses fit into one network packet, so compressing them saves nothing. */
const MIN_COMPRESSED_BYTES = 1400;

/** The size in memory of all forms of a response. */
const getResponseBytes = (response: CachedResponse): number =>
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
async function encodeResponse(
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

/** What is cached about one subject: the state in which it was read, and the responses built from that state, by name. */
export interface CachedSubject<State> {
  state: State;
  readonly responses: Map<string, CachedResponse>;
}

/** Caches responses together with the state that they were built from. Who uses it decides whether that state is still the current one. */
export interface ResponseCache<State> {
  find(key: string): CachedSubject<State> | undefined;
  /** Sends a cached response of a subject that `find` has returned; undefined when there is none of this name. */
  sendCached(
    key: string,
    subject: CachedSubject<State>,
    request: { name: string; encoding: ContentEncoding | undefined },
  ): Promise<EncodedResponse | undefined>;
  /** Sends a new response, and caches it with its subject, unless the key is undefined or the subject has many responses already. */
  sendNew(
    key: string | undefined,
    subject: CachedSubject<State>,
    response: { name: string; encoding: ContentEncoding | undefined; json: string },
  ): Promise<EncodedResponse>;
}

/** Limits the responses of one subject, so that a client with arbitrary parameters cannot evict those of others. */
const MAX_RESPONSES = 60;

/**
 * Creates an empty cache that holds up to `maxBytes`; the subjects used least recently are evicted first. Each use has a cache of its own, so that
 * many different lists cannot evict the products.
 */
export function createResponseCache<State>(maxBytes: number): ResponseCache<State> {
  const cache = createBoundedCache<CachedSubject<State>>(maxBytes);

  const store = (key: string, subject: CachedSubject<State>) => {
    let bytes = 0;
    for (const response of subject.responses.values()) bytes += getResponseBytes(response);
    cache.set(key, subject, bytes);
  };

  const encode = (
    key: string | undefined,
    subject: CachedSubject<State>,
    response: CachedResponse,
    encoding: ContentEncoding | undefined,
  ) =>
    encodeResponse(response, encoding, () => {
      if (key !== undefined && cache.get(key) === subject) store(key, subject);
    });

  return {
    find: (key) => cache.get(key),
    sendCached: async (key, subject, { name, encoding }) => {
      const response = subject.responses.get(name);
      return response && encode(key, subject, response, encoding);
    },
    sendNew: async (key, subject, { name, encoding, json }) => {
      const response: CachedResponse = { plain: Buffer.from(json) };
      if (key !== undefined && subject.responses.size < MAX_RESPONSES) {
        subject.responses.set(name, response);
        store(key, subject);
      }
      return encode(key, subject, response, encoding);
    },
  };
}
