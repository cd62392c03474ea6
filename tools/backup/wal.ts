import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A part of the write-ahead log: positions in bytes from its beginning. */
export interface WalRange {
  timeline: number;
  start: bigint;
  /** The first position that is not needed any more. */
  end: bigint;
  segmentBytes: bigint;
}

/** The position that PostgreSQL writes as `16/B374D848`. */
export function parseLsn(text: string): bigint {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/i.exec(text) ?? [];
  if (!high || !low) throw new Error(`"${text}" is not a position in the write-ahead log.`);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Where the WAL that a backup needs begins, from the content of its `backup_label`. */
export function parseBackupLabel(label: string): Pick<WalRange, 'timeline' | 'start'> {
  const start = /^START WAL LOCATION: (\S+) /m.exec(label)?.[1];
  const timeline = /^START TIMELINE: (\d+)$/m.exec(label)?.[1];
  if (!start || !timeline) throw new Error('PostgreSQL returned a backup label without start and timeline.');
  return { start: parseLsn(start), timeline: Number(timeline) };
}

const toHex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0');

/** The names of the segments of a range. */
export function listSegments({ timeline, start, end, segmentBytes }: WalRange): { name: string; position: bigint }[] {
  const perFile = 0x1_0000_0000n / segmentBytes;
  const segments = [];
  for (let number = start / segmentBytes; number <= (end - 1n) / segmentBytes; number += 1n)
    segments.push({
      name: toHex(timeline) + toHex(number / perFile) + toHex(number % perFile),
      position: number * segmentBytes,
    });
  return segments;
}

/**
 * Checks that a file is this segment: a file of this name may also contain an older one that PostgreSQL has renamed for later use.
 *
 * @throws an error that names the segment
 */
export async function checkSegment(
  folder: string,
  { name, position }: { name: string; position: bigint },
  range: WalRange,
): Promise<void> {
  const header = Buffer.alloc(16);
  const file = await open(join(folder, name), 'r').catch(() => undefined);
  const size = file ? BigInt((await file.stat()).size) : 0n;
  await file?.read(header, 0, header.length, 0);
  await file?.close();
  // XLogPageHeaderData: magic, info, timeline, position.
  const isComplete =
    size === range.segmentBytes && header.readBigUInt64LE(8) === position && header.readUInt32LE(4) === range.timeline;
  if (!isComplete)
    throw new Error(`The WAL segment ${name}, which the backup needs, is missing or incomplete in ${folder}. Repeat the backup.`);
}

/** The files that say from which timelines a cluster descends. */
export async function listHistoryFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^[0-9A-F]{8}\.history$/.test(name));
}
