import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Browsers send one of a handful of headers; a client that invents others must not fill the memory. */
const MOST_HEADERS = 200;
const known = new Map<string, Encoding | undefined>();

/** The best encoding that an Accept-Encoding header allows and that we have; undefined for none. */
export function preferredEncoding(header: string | string[] | undefined): Encoding | undefined {
  if (!header) return undefined;
  const text = String(header);
  if (known.has(text)) return known.get(text);
  const encoding = readHeader(text);
  if (known.size < MOST_HEADERS && text.length < 200) known.set(text, encoding);
  return encoding;
}

function readHeader(header: string): Encoding | undefined {
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

/** Compresses beside the event loop. Quick settings: what is compressed here changes with every order. */
export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return asGzip(content, { level: 6 });
  return asBrotli(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}
