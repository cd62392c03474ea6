/** A portal with rows in most tables and uploaded files, for tests of backups, and what to compare afterwards. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { keyOfSize } from '#api/catalogue/pictures/product-picture.rules.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { pathOfKey } from '#api/platform/files/blob-store.ts';
import { createCanaryTenant } from '#api/testing/tenant-isolation/canary-tenants.ts';
import { PICTURE_SIDES } from '#contract/catalogue/products/picture-sizes.ts';
import { CHECKSUMS } from './manifest.ts';

/** Runs statements on a connection of their own. Returns the rows of the last one. */
export async function query<R extends object>(url: string, ...statements: string[]): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: R[] = [];
    for (const statement of statements) ({ rows } = await client.query<R>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Adds an organisation with an object of each kind, and the tables that the tests write to. */
export async function fillDatabase({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<void> {
  await query(
    ownerUrl,
    `insert into brand (id, name, company_name, canonical_origin, is_default) values (1, 'one', 'One', 'https://one.example', true)`,
    `insert into brand_host values ('localhost', 1)`,
    `insert into country (id, name, two_letter_iso_code, three_letter_iso_code) values (826, 'United Kingdom', 'GB', 'GBR')`,
    'create table write_log (writer int, n int, filler text, primary key (writer, n))',
    'create table late (n int)',
  );
  const { db, close } = openDatabase(ownerUrl, { poolSize: 1 });
  await createCanaryTenant(db, 1, 'backup');
  await close();
  // Its files have no content.
  for (const table of ['stored_file', 'document_file'])
    await query(ownerUrl, `update ${table} set expires_at = now() - interval '1 second'`);
  await query(ownerUrl, `grant all on write_log, late to ${new URL(url).username}`);
}

export interface StoredTestFile {
  key: string;
  content: Buffer;
}

/** Adds the row of a file and, in a folder, its content, if there is one. */
export async function addFile(
  ownerUrl: string,
  folder: string,
  { stored = true, rowSaysOtherwise = false, hasExpired = false } = {},
): Promise<StoredTestFile> {
  const file = { key: randomUUID(), content: Buffer.from(`content of ${randomUUID()}`) };
  const sha256 = createHash('sha256')
    .update(rowSaysOtherwise ? 'other' : file.content)
    .digest('hex');
  await query(
    ownerUrl,
    `insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at, expires_at)
      select min(id), '${file.key}', 'logo', 'logo.png', 'image/png', 10, decode('${sha256}', 'hex'), 'operator', 1, now(),
        ${hasExpired ? "now() - interval '1 second'" : 'null'} from organisation`,
  );
  if (stored) {
    const path = join(folder, pathOfKey(file.key));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.content);
  }
  return file;
}

/** Adds the row of a photograph and, in a folder, the content of all its sizes. */
export async function addPicture(ownerUrl: string, folder: string): Promise<StoredTestFile[]> {
  const sizes = PICTURE_SIDES.map((side) => ({ side, content: Buffer.from(`${side} of ${randomUUID()}`) }));
  const sums = sizes.map(({ content }) => createHash('sha256').update(content).digest('hex'));
  const key = sums[0]?.slice(0, 40) as string;
  await query(
    ownerUrl,
    `insert into picture (key, stored_at, sha256) values ('${key}', now(), array[${sums.map((sum) => `decode('${sum}', 'hex')`).join()}])`,
  );
  const files = sizes.map(({ side, content }) => ({ key: keyOfSize(key, side), content }));
  for (const file of files) {
    const path = join(folder, pathOfKey(file.key));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.content);
  }
  return files;
}

/** Adds the row of the file of a document and, in a folder, its content. */
export async function addDocumentFile(ownerUrl: string, folder: string): Promise<StoredTestFile> {
  const file = { key: randomUUID(), content: Buffer.from(`document ${randomUUID()}`) };
  const sha256 = createHash('sha256').update(file.content).digest('hex');
  await query(
    ownerUrl,
    `insert into document_file (storage_key, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at)
      values ('${file.key}', 'care.pdf', 'application/pdf', 10, decode('${sha256}', 'hex'), 'operator', 1, now())`,
  );
  const path = join(folder, pathOfKey(file.key));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file.content);
  return file;
}

/** A hash of all rows of each table that is not written to during the tests. */
export async function hashTables(url: string): Promise<Record<string, string>> {
  // Unlogged tables are empty after a recovery, and a backup does not contain that it was made.
  const tables = await query<{ name: string }>(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and c.relpersistence = 'p' and c.relname not in ('write_log', 'late', 'passing', 'latest_backup') order by 1`,
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' rows, ' || md5(coalesce(string_agg(md5(t::text), '' order by t::text), '')) as hash from ${name} t`,
  );
  const rows = await query<{ name: string; hash: string }>(url, hashes.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** What the database says of its latest backup: how many bytes it has, and how many seconds ago it began. */
export const readLatestBackup = (url: string): Promise<{ bytes: number; age: number }[]> =>
  query(url, 'select bytes::int, extract(epoch from now() - started_at)::int as age from latest_backup');

/** Inserts rows until it is stopped, each in a transaction of its own with the next number. */
export function startWriter(url: string, writer: number): { committed(): number; stop(): Promise<void> } {
  let committed = 0;
  let isStopping = false;
  const run = async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    while (!isStopping) {
      const filler = randomUUID().repeat(40);
      await client.query('insert into write_log values ($1, $2, $3)', [writer, committed + 1, filler]);
      committed += 1;
    }
    await client.end();
  };
  const done = run();
  return {
    committed: () => committed,
    stop: () => {
      isStopping = true;
      return done;
    },
  };
}

/** How many rows of a writer there are, or undefined if one between them is missing. */
export async function countPrefix(url: string, writer: number): Promise<number | undefined> {
  const [row] = await query<{ n: number; last: number }>(
    url,
    `select count(*)::int as n, coalesce(max(n), 0) as last from write_log where writer = ${writer}`,
  );
  return row?.n === row?.last ? row?.n : undefined;
}

/** Removes a file from the list of a backup, so that only what restores it can notice that it is missing. */
export async function removeFromChecksums(folder: string, path: string): Promise<void> {
  const list = join(folder, CHECKSUMS);
  const lines = (await readFile(list, 'utf8')).split('\n').filter((line) => !line.endsWith(`  ${path}`));
  await writeFile(list, lines.join('\n'));
}
