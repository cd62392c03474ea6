import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';

type ScannerAddress = NonNullable<Config['scanner']>;

const TIMEOUT_MS = 10_000;
/** Replies are a line; more is no reply of a scanner. */
const MAX_REPLY_LENGTH = 1000;

/** The command INSTREAM of clamd: each chunk with its length before it, and an empty one at the end. */
const toChunks = () => {
  const lengthOf = (chunk: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    return length;
  };
  return new Transform({
    construct(done) {
      this.push('zINSTREAM\0');
      done();
    },
    transform(chunk: Buffer, _encoding, done) {
      this.push(lengthOf(chunk));
      done(null, chunk);
    },
    flush(done) {
      done(null, lengthOf(Buffer.alloc(0)));
    },
  });
};

/** Whether the malware scanner finds nothing in a file. Throws when it does not say so: a file that could not be scanned is not accepted. */
export async function isClean(scanner: ScannerAddress, path: string): Promise<boolean> {
  const socket = connect(scanner).setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The malware scanner did not respond.')));
  const reading = readReply(socket);
  // A connection that fails ends the pipeline with the same error.
  reading.catch(() => {});
  try {
    await pipeline(createReadStream(path), toChunks(), socket, { end: false });
    const reply = await reading;
    if (reply === 'stream: OK') return true;
    if (reply.endsWith(' FOUND')) return false;
    throw new Error(`The malware scanner replied: ${reply}`);
  } finally {
    socket.destroy();
  }
}

/** The reply of the scanner, which ends with a zero; what there is of it when the connection is closed before. */
const readReply = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let reply = '';
    const end = () => resolve(reply.replaceAll('\0', '').slice(0, MAX_REPLY_LENGTH).trim());
    socket.on('data', (chunk: Buffer) => {
      reply += chunk.toString('utf8');
      if (reply.endsWith('\0') || reply.length > MAX_REPLY_LENGTH) end();
    });
    socket.on('error', reject).on('close', end);
  });
