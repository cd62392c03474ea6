import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

export type ContentEncoding = 'br' | 'gzip';

/** Browsers send few different headers; a client that invents others must not fill the memory. */
const MAX_HEADERS = 200;
const cache = new Map<string, ContentEncoding | undefined>();

/** The best supported encoding that an Accept-Encoding header allows; undefined for none. */
export function preferredEncoding(header: string | string[] | undefined): ContentEncoding | undefined {
  if (!header) return undefined;
  const text = String(header);
  if (cache.has(text)) return cache.get(text);
  const encoding = readHeader(text);
  if (cache.size < MAX_HEADERS && text.length < 200) cache.set(text, encoding);
  return encoding;
}

function readHeader(header: string): ContentEncoding | undefined {
  const accepted = new Map<string, boolean>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...settings] = part.split(';').map((piece) => piece.trim());
    accepted.set(name, !settings.some((setting) => /^q=0(\.0*)?$/.test(setting)));
  }
  const allows = (name: string) => accepted.get(name) ?? accepted.get('*') ?? false;
  return allows('br') ? 'br' : allows('gzip') ? 'gzip' : undefined;
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);
const fromBrotli = promisify(brotliDecompress);
const fromGzip = promisify(gunzip);

/** A window of 256 KB is longer than the responses; the default would take megabytes of memory for each. */
const BROTLI_WINDOW_BITS = 18;

/** A copy of the exact length: zlib returns the start of a much larger buffer, which would stay in memory. */
function copyExact(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Compresses on zlib's thread pool. Fast settings, because the content changes with every order. */
export async function compress(content: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return copyExact(await asGzip(content, { level: 6 }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return copyExact(await asBrotli(content, { params }));
}

/** Reverses `compress`. */
export async function decompress(content: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  return copyExact(encoding === 'gzip' ? await fromGzip(content) : await fromBrotli(content));
}
