import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** The files of a backup, beside the folder `files` and the database. */
export const MANIFEST = 'manifest.json';
export const CHECKSUMS = 'SHA256SUMS';
export const DUMP = 'database.dump';
export const CLUSTER = 'database';
export const FILES = 'files';
export const MISSING_FILES = 'missing-files.txt';

/** Raised when an older `restore` could not read a backup correctly. */
const FORMAT = 1;

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  /** Embedded: a copy of the cluster's folder. External: a dump by pg_dump. */
  kind: Type.Union([Type.Literal('embedded'), Type.Literal('external')]),
  startedAt: Type.String(),
  /** The state of the database is that of this moment. */
  databaseCopiedAt: Type.String(),
  finishedAt: Type.String(),
  /** Version of the portal's code. */
  portal: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  /** Fingerprints of the secret keys that the database needs, the newest last. */
  secretKeys: Type.Array(Type.String()),
  postgres: Type.Object({
    /** Of the server, such as `18.4`. */
    version: Type.String(),
    /** Of pg_dump. */
    dumpedBy: Type.Optional(Type.String()),
    /** Operating system and processor; a copied cluster works only on the same. */
    platform: Type.String(),
  }),
  database: Type.Object({ files: Type.Integer(), bytes: Type.Integer() }),
  files: Type.Object({ count: Type.Integer(), bytes: Type.Integer(), missing: Type.Integer() }),
});

/** What a backup contains, and what restoring it needs. */
export type Manifest = Static<typeof Manifest>;

export const createManifest = (content: Omit<Manifest, 'format'>): string =>
  `${JSON.stringify({ format: FORMAT, ...content }, null, 2)}\n`;

/** @throws an error that names the folder, if it contains no complete backup or one of a newer format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new Error(`${folder} is not a backup, or one that was interrupted: it contains no ${MANIFEST}.`);
  });
  const content = parse(text);
  if (Value.Check(Manifest, content)) return content;
  const { format } = (content ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT)
    throw new Error(`${folder} was made by a newer version of Livery (format ${format}). Restore it with that version.`);
  throw new Error(`${join(folder, MANIFEST)} is damaged. Use another backup.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
