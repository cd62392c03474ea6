import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { drawSvg } from '#api/platform/files/svg/draw-svg.ts';
import type { Calendar } from './calendar.ts';
import { corvane } from './organisations/corvane.ts';
import { meridian } from './organisations/meridian.ts';

interface DemoLogo {
  organisationId: number;
  name: string;
  /** Always the same: a demonstration that is filled in again overwrites the files. */
  keys: readonly [picture: string, original: string];
  svg: string;
  /** Of the picture that is drawn from it. */
  size: readonly [width: number, height: number];
}

const keysOf = (number: number): DemoLogo['keys'] => [
  `10605ca1-0000-4000-8000-00000000000${number}`,
  `10605ca1-0000-4000-8000-00000000001${number}`,
];
const draw = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;

/** The marks of two organisations, as their garments have them. */
const LOGOS: readonly DemoLogo[] = [
  {
    organisationId: corvane.id,
    name: 'Corvane mark',
    keys: keysOf(1),
    svg: draw(
      '<path d="M27.6 6.2A15 15 0 1 0 27.6 25.8L23.4 22A9.4 9.4 0 1 1 23.4 10Z" fill="#f4f6f8"/><path d="M12.6 13.5L22.6 13.5L22.6 9.2L31.6 16L22.6 22.8L22.6 18.5L12.6 18.5Z" fill="#d92b3a"/>',
    ),
    size: [1898, 1876],
  },
  {
    organisationId: meridian.id,
    name: 'Meridian crest',
    keys: keysOf(2),
    svg: draw(
      '<path d="M3 30.5L3 15A13 13 0 0 1 29 15L29 30.5Z" fill="#0c5561"/><path d="M9 18.4A7 7 0 0 1 23 18.4Z" fill="#e8794a"/><path d="M6.4 22.4C8 21 9.6 21 11.2 22.4S14.4 23.8 16 22.4S19.2 21 20.8 22.4S24 23.8 25.6 22.4M9.6 27C11.2 25.6 12.8 25.6 14.4 27S17.6 28.4 19.2 27S20.8 25.6 22.4 27" fill="none" stroke="#f7efe2" stroke-width="1.8" stroke-linecap="round"/>',
    ),
    size: [1626, 1782],
  },
];

/** Adds a logo to Corvane and one to Meridian, drawn from SVG as uploads are. Their files are stored where there are `files`. */
export async function insertLogos(
  client: ClientBase,
  calendar: Calendar,
  files: Pick<BlobStore, 'write'> | undefined,
): Promise<void> {
  const at = calendar.at(-40, 600);
  for (const { organisationId, name, keys, svg, size } of LOGOS) {
    const original = Buffer.from(svg);
    const picture = files ? await drawPicture(original) : original;
    if (files) await storeContents(files, [picture, original], keys);
    await client.query(
      `with picture as (
         insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, created_at, stored_at)
         values ($1, $2, 'garmentLogo', $4 || '.png', 'image/png', $5, $6, 'system', 0, $9, $9) returning id),
       original as (
         insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, created_at, stored_at)
         values ($1, $3, 'production', $4 || '.svg', 'application/octet-stream', $7, $8, 'system', 0, $9, $9) returning id),
       added as (
         insert into logo (organisation_id, name, file_id, width_px, height_px, created_at, created_by_kind)
         select $1, $4, id, $10, $11, $9, 'system' from picture returning id)
       insert into logo_file (organisation_id, logo_id, file_id, created_at) select $1, added.id, original.id, $9 from added, original`,
      [organisationId, ...keys, name, ...measure(picture), ...measure(original), at, ...size],
    );
  }
}

const measure = (content: Buffer) => [content.length, createHash('sha256').update(content).digest()] as const;

async function drawPicture(content: Buffer): Promise<Buffer> {
  const drawn = await drawSvg({ content, side: 2000 }, 'demonstration');
  if ('finding' in drawn) throw new Error(`A logo of the demonstration cannot be drawn: ${drawn.finding.kind}.`);
  return Buffer.from(drawn.png);
}

async function storeContents(
  files: Pick<BlobStore, 'write'>,
  contents: readonly Buffer[],
  keys: readonly string[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'livery-demo-'));
  try {
    for (const [index, content] of contents.entries()) {
      const path = join(folder, String(index));
      await writeFile(path, content, { mode: 0o600 });
      await files.write(keys[index] as string, path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
