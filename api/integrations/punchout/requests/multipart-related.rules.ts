/** A file that came with a document. */
export interface RelatedFile {
  /** What `cid:` references in the document name, without angle brackets; empty when it has none. */
  contentId: string;
  /** As the sender calls it; undefined when it does not. */
  fileName: string | undefined;
  contentType: string;
  bytes: Buffer;
}

/** A body of `multipart/related`: its document and the files that belong to it. */
export interface RelatedParts {
  document: Buffer;
  files: readonly RelatedFile[];
}

/** Files that come with one document at most. */
export const MAX_FILES = 20;
const MAX_HEADER_BYTES = 8192;

/** Why a body cannot be taken apart. The message tells the sender what to do. */
export class UnreadablePartsError extends Error {}

/** The value of a parameter of a header: `boundary` of `multipart/related; boundary="x"`. */
export function readParameter(header: string, name: string): string | undefined {
  for (const parameter of splitParameters(header)) {
    const place = parameter.indexOf('=');
    if (place === -1 || parameter.slice(0, place).trim().toLowerCase() !== name) continue;
    const value = parameter.slice(place + 1).trim();
    return value.startsWith('"') ? value.slice(1, value.endsWith('"') ? -1 : undefined).replace(/\\(.)/g, '$1') : value;
  }
  return undefined;
}

/** The parts of a header between semicolons, which may stand in quotes. */
function splitParameters(header: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let place = 0; place < header.length; place += 1) {
    const character = header[place];
    if (isQuoted && character === '\\') place += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ';' && !isQuoted) {
      parts.push(header.slice(start, place));
      start = place + 1;
    }
  }
  parts.push(header.slice(start));
  return parts;
}

/**
 * Takes a body of `multipart/related` apart (RFC 2387). The document is the part that `start` names, else the first. Files are decoded from base64 and
 * quoted-printable. The caller limits the bytes.
 *
 * @throws UnreadablePartsError when there is no boundary, no part, or more files than are taken
 */
export function readRelatedParts(body: Buffer, contentType: string): RelatedParts {
  const boundary = readParameter(contentType, 'boundary');
  if (!boundary || boundary.length > 200)
    throw new UnreadablePartsError('The content type of the request names no boundary between its parts.');
  const parts = splitParts(body, boundary).map(readPart);
  const start = readParameter(contentType, 'start')?.replace(/^<|>$/g, '');
  const document = parts.find(({ contentId }) => start !== undefined && contentId === start) ?? parts[0];
  if (!document) throw new UnreadablePartsError('The request has no parts.');
  const files = parts.filter((part) => part !== document);
  if (files.length > MAX_FILES) throw new UnreadablePartsError(`At most ${MAX_FILES} files can come with a document.`);
  return { document: document.bytes, files };
}

/** The bytes between the boundaries. What comes before the first and after the last is left out, and a last boundary may be missing. */
function splitParts(body: Buffer, boundary: string): Buffer[] {
  const mark = Buffer.from(`--${boundary}`);
  const parts: Buffer[] = [];
  let start = -1;
  for (let place = findMark(body, mark, 0); place !== -1; place = findMark(body, mark, place + mark.length)) {
    if (start !== -1) parts.push(body.subarray(start, endOfPart(body, place)));
    const after = place + mark.length;
    if (body.subarray(after, after + 2).toString('latin1') === '--') return parts;
    const lineEnd = body.indexOf('\n', after);
    start = lineEnd === -1 ? body.length : lineEnd + 1;
    if (parts.length > MAX_FILES + 1) break;
  }
  if (start !== -1 && start < body.length) parts.push(body.subarray(start));
  return parts;
}

/** The next boundary that begins a line. */
function findMark(body: Buffer, mark: Buffer, from: number): number {
  for (let place = body.indexOf(mark, from); place !== -1; place = body.indexOf(mark, place + 1))
    if (place === 0 || body[place - 1] === 10) return place;
  return -1;
}

/** The line break before a boundary belongs to the boundary. */
function endOfPart(body: Buffer, place: number): number {
  if (body[place - 1] !== 10) return place;
  return body[place - 2] === 13 ? place - 2 : place - 1;
}

function readPart(part: Buffer): RelatedFile {
  const { head, content } = splitHead(part);
  const headers = readHeaders(head);
  const contentType = headers.get('content-type') ?? 'application/octet-stream';
  const fileName = readParameter(headers.get('content-disposition') ?? '', 'filename') ?? readParameter(contentType, 'name');
  return {
    contentId: (headers.get('content-id') ?? '').replace(/^<|>$/g, ''),
    fileName,
    contentType: (contentType.split(';', 1)[0] as string).trim().toLowerCase(),
    bytes: decode(content, headers.get('content-transfer-encoding')?.toLowerCase()),
  };
}

function splitHead(part: Buffer): { head: string; content: Buffer } {
  // A part without headers begins with the empty line.
  for (const empty of ['\r\n', '\n'])
    if (part.subarray(0, empty.length).toString('latin1') === empty) return { head: '', content: part.subarray(empty.length) };
  const found = ['\r\n\r\n', '\n\n']
    .map((mark) => ({ at: part.subarray(0, MAX_HEADER_BYTES).indexOf(mark), length: mark.length }))
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => one.at - other.at)[0];
  if (!found) throw new UnreadablePartsError('A part of the request has no end of its headers.');
  return { head: part.subarray(0, found.at).toString('utf8'), content: part.subarray(found.at + found.length) };
}

/** Headers by name in lower case. One that goes on in the next line is joined. */
function readHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]/g, ' ').split(/\r?\n/)) {
    const place = line.indexOf(':');
    if (place > 0) headers.set(line.slice(0, place).trim().toLowerCase(), line.slice(place + 1).trim());
  }
  return headers;
}

function decode(content: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(content.toString('latin1'), 'base64');
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(content);
  return content;
}

function decodeQuotedPrintable(content: Buffer): Buffer {
  const text = content.toString('latin1').replace(/=[ \t]{0,100}\r?\n/g, '');
  return Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
