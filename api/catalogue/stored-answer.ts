import { compress, type Encoding } from '../http/compression.ts';

/** The bytes of an answer, and of what it became when it was compressed. */
export interface StoredAnswer {
  plain: Buffer;
  compressed: Partial<Record<Encoding, Buffer>>;
}

/** What is sent: bytes, and how they are encoded. */
export interface WrittenAnswer {
  content: Buffer;
  encoding: Encoding | undefined;
}

/** Smaller answers travel in one packet anyway. */
const WORTH_COMPRESSING_BYTES = 1400;

export const storeAnswer = (json: string): StoredAnswer => ({ plain: Buffer.from(json), compressed: {} });

/** The answer in an encoding. What had to be compressed for it is kept with it, and `onGrowth` told of the bytes. */
export async function encodeAnswer(
  { plain, compressed }: StoredAnswer,
  encoding: Encoding | undefined,
  onGrowth: (bytes: number) => void,
): Promise<WrittenAnswer> {
  if (!encoding || plain.length < WORTH_COMPRESSING_BYTES) return { content: plain, encoding: undefined };
  let content = compressed[encoding];
  if (!content) {
    content = await compress(plain, encoding);
    // Whoever asked at the same time may have been quicker.
    if (!compressed[encoding]) {
      compressed[encoding] = content;
      onGrowth(content.length);
    }
  }
  return { content, encoding };
}
