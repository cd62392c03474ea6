import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { detectUtf16 } from '#api/platform/text-encoding.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Thrown if a file is not readable as text with rows and columns. The message describes the problem. */
export class UnreadableFile extends Error {}

export interface TextFile {
  path: string;
  bytes: number;
  encoding: TextEncoding;
  /** Length of the byte order mark, which is not part of the text. */
  markBytes: number;
}

/** First bytes of other kinds of file, in Latin-1. */
const SIGNATURES: [what: string, bytes: string][] = [
  ['a PNG picture', '\x89PNG'],
  ['a JPEG picture', '\xff\xd8\xff'],
  ['a GIF picture', 'GIF8'],
  ['a PDF document', '%PDF-'],
  ['an Excel workbook (or another zip file): save it as CSV', 'PK\x03\x04'],
  ['an old Excel workbook: save it as CSV', '\xd0\xcf\x11\xe0'],
  ['a compressed file: unpack it first', '\x1f\x8b'],
];
const markups: [what: string, pattern: RegExp][] = [
  ['a web page', /^\s*(?:<!doctype html|<html|<head|<body)/i],
  ['an XML file', /^\s*<\?xml/i],
  ['JSON', /^\s*(?:\[\s*)?\{\s*"/],
];

/**
 * Detects the encoding of a text file. Without a byte order mark it is UTF-16 if every second byte is zero, UTF-8 if it is
 * valid UTF-8, and otherwise Windows-1252, which spreadsheets often save.
 *
 * @throws UnreadableFile if the file is missing, empty, a folder, or not text
 */
export async function inspectFile(path: string): Promise<TextFile> {
  const { start, bytes } = await readStart(path);
  if (bytes === 0) throw new UnreadableFile('the file is empty');
  const marks: [TextEncoding, number[]][] = [
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ];
  for (const [encoding, mark] of marks) {
    if (mark.every((byte, index) => start[index] === byte)) return { path, bytes, encoding, markBytes: mark.length };
  }
  const plain = start.toString('latin1');
  const other =
    SIGNATURES.find(([, signature]) => plain.startsWith(signature)) ?? markups.find(([, pattern]) => pattern.test(plain));
  if (other) throw new UnreadableFile(`the file is ${other[0]}`);
  const encoding = detectUtf16(start);
  if (encoding) return { path, bytes, encoding, markBytes: 0 };
  const zeros = start.filter((byte) => byte === 0).length;
  if (zeros > start.length / 50) throw new UnreadableFile('the file is not text');
  return { path, bytes, encoding: (await isUtf8(path)) ? 'utf-8' : 'windows-1252', markBytes: 0 };
}

async function readStart(path: string): Promise<{ start: Buffer; bytes: number }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile(error.code === 'ENOENT' ? `there is no file ${path}` : `the file cannot be read (${error.message})`);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new UnreadableFile('it is a folder or a device, not a file');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0);
    return { start: buffer.subarray(0, bytesRead), bytes: found.size };
  } finally {
    await file.close();
  }
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }))
      decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Streams the text as UTF-8, starting at `offset` bytes of that UTF-8 text. */
export async function* readText(file: TextFile, offset: number): AsyncGenerator<Buffer> {
  const options = { highWaterMark: 1 << 18 };
  if (file.encoding === 'utf-8') {
    yield* createReadStream(file.path, { ...options, start: file.markBytes + offset });
    return;
  }
  const decoder = new TextDecoder(file.encoding);
  let toSkip = offset;
  for await (const chunk of createReadStream(file.path, { ...options, start: file.markBytes })) {
    const text = Buffer.from(decoder.decode(chunk as Buffer, { stream: true }));
    const skipped = Math.min(toSkip, text.length);
    toSkip -= skipped;
    if (skipped < text.length) yield text.subarray(skipped);
  }
}

const MAX_LINE_BYTES = 4_000_000;

/** The line that starts at `offset`, without its line break, and the offset of the next. Very long lines are truncated. */
export async function readLineAt(file: TextFile, offset: number): Promise<{ text: string; next: number }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of readText(file, offset)) {
    parts.push(chunk);
    size += chunk.length;
    const end = chunk.findIndex((byte) => byte === 10 || byte === 13);
    // One more byte is needed to see whether an LF follows a CR.
    if ((end >= 0 && end < chunk.length - 1) || size > MAX_LINE_BYTES) break;
  }
  const all = Buffer.concat(parts);
  const end = all.findIndex((byte) => byte === 10 || byte === 13);
  if (end < 0) return { text: all.toString(), next: offset + all.length };
  const endBytes = all[end] === 13 && all[end + 1] === 10 ? 2 : 1;
  return { text: all.subarray(0, end).toString(), next: offset + end + endBytes };
}
