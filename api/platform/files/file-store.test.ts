import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runAsOwner } from '#api/testing/database.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { useS3Server } from '#api/testing/s3-server.ts';
import type { StatementFault } from '#api/testing/statement-faults.ts';
import { aPdf, downloadReturnFile, uploadReturnFiles, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { FileStorage } from '../config.ts';
import { runInTransaction } from '../db/database.ts';
import { createBlobStore } from './blob-store.ts';
import { attachFiles } from './file-store.ts';
import { FILES_IN_USE } from './files-lock.ts';
import { deleteExpiredFiles, expireFiles, type FileOwner } from './stored-files.queries.ts';

const folder = useDataFolder();
const s3 = useS3Server(join(folder.path, 's3'));
/** What happens instead of recording that files are stored. */
let interrupted: (() => unknown) | undefined;
/** Records nothing while it is interrupted. */
const interruption: StatementFault = {
  statement: /^update stored_file set stored_at = now\(\)/,
  rewrite: (text) => (interrupted ? text.replace(' where ', ' where false and ') : text),
  afterwards: () => interrupted?.(),
};
const disk: FileStorage = { kind: 'disk', folder: join(folder.path, 'files') };

afterEach(() => {
  interrupted = undefined;
});

describe.each([
  ['a folder', () => disk],
  ['an S3 bucket', () => s3.storage],
])('files in %s', (_, storage) => {
  const portal = usePortal(() => ({
    config: { dataDir: folder.path, fileStorage: storage() },
    faults: [interruption],
    logTo: { write: () => {} },
  }));
  let wearer: TestClient;
  let owner: FileOwner;
  /** The contents in the store, without what the S3 server writes about them. */
  const listContents = async () =>
    (await folder.listFiles()).filter(
      (path) =>
        path.startsWith(join(folder.path, storage().kind === 'disk' ? 'files' : 's3')) &&
        /\/files\/[0-9a-f]{2}\/[0-9a-f-]{36}(\._S3rver_object)?$/.test(path),
    );
  const blobs = () => createBlobStore(storage());

  beforeAll(async () => {
    wearer = await portal.as('staff@meridian.example');
    const { organisationId, customerId } = wearer;
    owner = { organisationId, actorKind: 'customer', actorId: customerId, customerId };
  });

  const uploadAs = (client: TestClient, ...names: string[]) =>
    uploadReturnFiles(
      portal,
      client,
      names.map((name) => ({ name, content: aPdf(name) })),
    );
  const upload = (...names: string[]) => uploadAs(wearer, ...names);
  const uploadOne = async () => (await upload('a.pdf')).files[0]?.id ?? 0;
  const deleteExpired = () => deleteExpiredFiles({ db: portal.db, blobs: blobs() });
  /** Beside what the demonstration has stored. */
  const setQuota = (bytes: number) =>
    sql`update organisation set file_quota_bytes = ${bytes} + (
        select coalesce(sum(size_bytes), 0) from stored_file where organisation_id = ${wearer.organisationId} and purpose <> 'return')
      where id = ${wearer.organisationId}`.execute(portal.db);
  const expireAll = () =>
    sql`update stored_file set expires_at = now() - interval '2 minutes' where expires_at is not null and purpose = 'return'`.execute(
      portal.db,
    );
  /** What the rows take, and what is counted. */
  const usage = async () => {
    const { rows } = await sql<{ taken: number; counted: number; rows: number }>`
      select (select coalesce(sum(size_bytes), 0) from stored_file where purpose = 'return') as taken,
        (select count(*)::int from stored_file where purpose = 'return') as rows,
        coalesce((select sum(stored_bytes) from file_usage), 0) - (
          select coalesce(sum(size_bytes), 0) from stored_file where purpose not in ('return', 'document')) as counted`.execute(
      portal.db,
    );
    return rows[0] ?? { taken: -1, counted: -1, rows: -1 };
  };

  it('are stored, downloaded and, once they have expired, deleted with their content', async () => {
    const { files } = await upload('a.pdf', 'b.pdf');
    const { rawPayload } = await downloadReturnFile(portal, wearer, files[1]?.id ?? 0);
    expect([rawPayload.toString('latin1', 0, 5), rawPayload.length]).toEqual(['%PDF-', files[1]?.sizeBytes]);
    expect(await listContents()).toHaveLength(2);
    if (storage().kind === 'disk') {
      const kept = join(folder.path, 'files');
      const modes = (await readdir(kept, { recursive: true })).map((name) => stat(join(kept, name)));
      const found = (await Promise.all(modes)).map((each) => [each.isFile(), (each.mode & 0o777).toString(8)]);
      for (const [isFile, mode] of found) expect(mode).toBe(isFile ? '600' : '700');
    }
    expect(await deleteExpired()).toBe(0);

    await expireAll();

    expect(await deleteExpired()).toBe(2);
    expect(await listContents()).toEqual([]);
    expect(await usage()).toEqual({ taken: 0, counted: 0, rows: 0 });
  });

  it('are not deleted while a backup runs, whose database names them', async () => {
    await uploadOne();
    await expireAll();
    const whileBackupRuns = await runInTransaction(portal.db, async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(${FILES_IN_USE})`.execute(tx);
      return deleteExpired();
    });

    expect(whileBackupRuns).toBe(0);
    expect(await deleteExpired()).toBe(1);
  });

  it('are kept once something refers to them, until nothing does', async () => {
    const ids = (await upload('a.pdf', 'b.pdf')).files.map(({ id }) => id);
    const attached = await runInTransaction(portal.db, (tx) => attachFiles(tx, owner, 'return', ids.toReversed()));
    expect(attached.map(({ id }) => id)).toEqual(ids.toReversed());
    await expireAll();
    expect(await deleteExpired()).toBe(0);
    expect((await downloadReturnFile(portal, wearer, ids[0] ?? 0)).statusCode).toBe(200);

    await runInTransaction(portal.db, (tx) => expireFiles(tx, wearer.organisationId, ids));

    expect((await downloadReturnFile(portal, wearer, ids[0] ?? 0)).statusCode).toBe(404);
    await sql`update stored_file set expires_at = expires_at - interval '2 minutes'`.execute(portal.db);
    expect(await deleteExpired()).toBe(2);
  });

  it('can be attached only by their owner, once, and within their 24 hours', async () => {
    const [own, expired, unstored] = [await uploadOne(), await uploadOne(), await uploadOne()];
    await sql`update stored_file set expires_at = now() where id = ${expired}`.execute(portal.db);
    await sql`update stored_file set stored_at = null where id = ${unstored}`.execute(portal.db);
    const other = await portal.as('staff@hallam.example');
    const attach = (by: FileOwner, ...ids: number[]) =>
      runInTransaction(portal.db, (tx) => attachFiles(tx, by, 'return', ids)).then(
        (files) => files.length,
        (error: { status?: number }) => error.status,
      );

    expect(await attach({ ...owner, customerId: owner.customerId === 1 ? 2 : 1 }, own)).toBe(404);
    expect(await attach({ ...owner, organisationId: other.organisationId }, own)).toBe(404);
    expect(await attach({ ...owner, customerId: null }, own)).toBe(404);
    for (const id of [expired, unstored, 999_999_999]) expect(await attach(owner, own, id)).toBe(404);
    // Of two requests at the same moment one succeeds.
    expect((await Promise.all([attach(owner, own), attach(owner, own)])).toSorted()).toEqual([1, 404]);
    expect(await attach(owner, own)).toBe(404);
    await runInTransaction(portal.db, (tx) => expireFiles(tx, wearer.organisationId, [own]));
  });

  it('do not exceed the quota of the organisation, however many are uploaded at once', async () => {
    const size = (await upload('a.pdf')).files[0]?.sizeBytes ?? 0;
    await expireAll();
    await sql`update stored_file set expires_at = now() - interval '2 minutes' where purpose = 'return'`.execute(portal.db);
    await deleteExpired();
    await setQuota(3 * size + 1);
    const people = [wearer, await portal.as('admin@meridian.example'), await portal.as('buyer@meridian.example')];

    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => uploadAs(people[index % people.length] as TestClient, 'a.pdf')),
    );

    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 413, 413, 413, 413, 413]);
    expect(results.find(({ status }) => status === 413)?.errors).toEqual({
      file: ['The storage of your organisation for files is full. Nothing was saved; please ask your supplier for more.'],
    });
    expect(await usage()).toEqual({ taken: 3 * size, counted: 3 * size, rows: 3 });
    expect(await listContents()).toHaveLength(3);
    await setQuota(2 ** 31);
  });

  it('exceed the quota, which the test above notices, if it is compared without a lock', async () => {
    const { taken } = await usage();
    const size = taken / 3;
    await setQuota(taken + size);
    const { rows } = await sql<{ definition: string }>`
      select pg_get_functiondef('count_file_usage'::regproc) as definition`.execute(portal.db);
    await runAsOwner(
      portal,
      `create or replace function count_file_usage() returns trigger language plpgsql as $$
        begin
          if (select coalesce(sum(size_bytes), 0) > max(o.file_quota_bytes) from organisation o left join stored_file f on f.organisation_id = o.id
            where o.id = new.organisation_id) then
            raise exception 'full' using errcode = 'check_violation', constraint = 'file_quota';
          end if;
          perform pg_sleep(0.3);
          return null;
        end $$`,
    );
    try {
      const results = await Promise.all([upload('a.pdf'), upload('a.pdf')]);

      expect(results.map(({ status }) => status)).toEqual([200, 200]);
      expect((await usage()).taken).toBeGreaterThan(taken + size);
    } finally {
      await runAsOwner(portal, rows[0]?.definition ?? '');
    }
    // The counter knows nothing of the two.
    await sql`update file_usage set stored_bytes = (
      select sum(size_bytes) from stored_file f where f.organisation_id = file_usage.organisation_id and purpose <> 'document')`.execute(
      portal.db,
    );
    await setQuota(2 ** 31);
  });

  it('leave no content without a row when a process is killed during an upload', async () => {
    const before = { contents: (await listContents()).length, rows: (await usage()).rows };
    // As if the process ended: nothing after this step is done.
    const killed = Promise.withResolvers<void>();
    interrupted = () => {
      killed.resolve();
      return new Promise(() => {});
    };
    void upload('a.pdf');
    await killed.promise;
    const { rows } = await sql<{ id: number }>`select id from stored_file where stored_at is null`.execute(portal.db);
    expect([await listContents(), rows].map((found) => found.length)).toEqual([before.contents + 1, 1]);
    // It was never stored as far as anyone knows.
    expect((await downloadReturnFile(portal, wearer, rows[0]?.id ?? 0)).statusCode).toBe(404);

    await expireAll();
    await deleteExpired();

    expect((await listContents()).length).toBe((await usage()).rows);
    expect((await sql`select from stored_file where stored_at is null`.execute(portal.db)).rows).toEqual([]);
  });

  it('are deleted although a process was killed when their content was deleted and their row was not', async () => {
    const id = await uploadOne();
    const { rows } = await sql<{ key: string }>`select storage_key as key from stored_file where id = ${id}`.execute(portal.db);
    await blobs().delete(rows[0]?.key ?? '');
    expect((await downloadReturnFile(portal, wearer, id)).statusCode).toBe(404);

    await expireAll();
    await deleteExpired();

    expect((await sql`select from stored_file where id = ${id}`.execute(portal.db)).rows).toEqual([]);
  });

  it('are taken back when their rows cannot be completed', async () => {
    const before = { contents: (await listContents()).length, usage: await usage() };
    interrupted = () => Promise.reject(new Error('planted'));

    expect((await upload('a.pdf', 'b.pdf')).status).toBe(500);

    expect({ contents: (await listContents()).length, usage: await usage() }).toEqual(before);
  });
});
