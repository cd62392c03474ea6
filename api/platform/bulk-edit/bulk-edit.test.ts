import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobDefinitions } from '#api/jobs.ts';
import { PEOPLE_SYNC_LIMIT } from '#api/people/bulk-edit/people-bulk-edit.actions.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { type JobQueue, openJobQueue } from '#api/platform/jobs/queue.ts';
import { aPerson } from '#api/testing/builders.ts';
import { bulkEditCalls, createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { unlockedBulkEdits, withFaults } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type BulkEditRef, deleteExpiredBulkEdits } from './bulk-edit.queries.ts';
import { createBulkEdits } from './bulk-edit-engine.ts';
import { bulkEditJob } from './bulk-edit-job.ts';
import type { AnyBulkEditKind, BulkEditKind } from './bulk-edit-kind.ts';

const portal = usePortal();
let admin: TestClient;
let hallam: TestClient;
let jobs: JobQueue;
beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
  hallam = await portal.as('admin@hallam.example');
  jobs = openJobQueue(portal.url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
});
afterAll(() => jobs?.close());

const MANY = PEOPLE_SYNC_LIMIT + 20;
const { look, undo, stop, resume } = bulkEditCalls;
const run = (id: number, batches?: number) => createBulkEditRunner(portal, jobs)(id, batches);
let word: string;
beforeEach(() => {
  word = `bulk${Math.random().toString(36).slice(2, 10)}`;
});

/** Starts an edit of more people than are changed within a request. */
async function startLargeEdit(): Promise<number> {
  await sql`insert into customer (organisation_id, brand_id, email, first_name, last_name)
    select 1, 1, ${word} || n || '@made.example', ${word}, 'Person ' || n from generate_series(1, ${MANY}) n`.execute(portal.db);
  const { body } = await admin.post<'POST /api/customers/bulkedits'>(`/api/customers/bulkedits?query=${word}`, {
    action: 'wardrobes',
    allMatching: true,
    organisationCollectionIds: [11],
  });
  return body.bulkEdit.id;
}
const countChanged = async () =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from customer_collection cc join customer c on c.id = cc.customer_id
      where c.first_name = ${word} and cc.collection_id = 11`.execute(portal.db)
  ).rows[0]?.n;

describe('a bulk edit that a job runs', () => {
  it('is listed until it is finished, whatever follows it', async () => {
    const id = await startLargeEdit();
    await sql`
      insert into bulk_edit (organisation_id, kind, action, payload, actor_id, total, request_id, finished_at)
      select organisation_id, kind, action, payload, actor_id, 0, request_id, now() from bulk_edit, generate_series(1, 12) where id = ${id}`.execute(
      portal.db,
    );
    const listed = (await bulkEditCalls.recent(admin, 'people')).map((edit) => edit.id);
    expect([listed.length, listed.includes(id), listed]).toEqual([10, true, listed.toSorted((one, other) => other - one)]);
    await run(id);
  });

  it('continues where a killed process left it', async () => {
    const id = await startLargeEdit();
    await run(id, 1);
    const { changed } = await look(admin, id);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(MANY);
    await sql`update pgboss.job set state = 'failed' where name = 'bulk-edit.run'`.execute(portal.db);
    expect(await look(admin, id)).toMatchObject({ state: 'interrupted', canContinue: true });
    expect((await resume(admin, id)).status).toBe(200);
    await run(id);
    expect(await look(admin, id)).toMatchObject({ state: 'finished', changed: MANY, refused: 0 });
    expect(await countChanged()).toBe(MANY);
  });

  it('can be stopped and continued', async () => {
    const id = await startLargeEdit();
    await run(id, 1);
    expect((await stop(admin, id)).body.bulkEdit).toMatchObject({
      state: 'stopped',
      canStop: false,
      canContinue: true,
      canUndo: true,
    });
    const { changed } = await look(admin, id);
    await run(id);
    expect(await look(admin, id)).toMatchObject({ state: 'stopped', changed });
    expect((await stop(admin, id)).status).toBe(409);
    expect((await resume(admin, id)).body.bulkEdit.state).toBe('running');
    await run(id);
    expect(await look(admin, id)).toMatchObject({ state: 'finished', changed: MANY });
    expect((await stop(admin, id)).errors).toEqual({ bulkEdit: ['This change is not running.'] });
  });

  it('can be undone while it runs: it stops, and what was applied is restored', async () => {
    const id = await startLargeEdit();
    await run(id, 1);
    const { changed } = await look(admin, id);
    const undone = (await undo(admin, id)).body.bulkEdit;
    expect(undone).toMatchObject({ total: changed, changed, state: 'finished', undoOfId: id });
    await run(id);
    expect(await look(admin, id)).toMatchObject({
      state: 'finished',
      changed,
      refused: MANY - changed,
      undoneById: undone.id,
      canUndo: false,
      undoBlocker: 'This has already been undone.',
      refusals: [{ reason: 'The edit was undone before it reached this.', count: MANY - changed }],
    });
    expect(await countChanged()).toBe(0);
  });

  it('is neither seen nor touched by another organisation', async () => {
    const id = await startLargeEdit();
    const calls = ['POST /api/bulkedits/:id/stop', 'POST /api/bulkedits/:id/continue', 'POST /api/bulkedits/:id/undo'];
    for (const call of calls) {
      const { status } = await hallam.post(call.slice('POST '.length).replace(':id', String(id)));
      expect([call, status]).toEqual([call, 404]);
    }
    expect((await hallam.get(`/api/bulkedits/${id}`)).status).toBe(404);
    expect((await bulkEditCalls.recent(hallam, 'people')).map((edit) => edit.id)).not.toContain(id);
    expect((await look(admin, id)).state).toBe('running');
  });

  it('is deleted after 30 days', async () => {
    const id = await startLargeEdit();
    await sql`update bulk_edit set created_at = now() - interval '31 days' where id = ${id}`.execute(portal.db);
    expect((await admin.get(`/api/bulkedits/${id}`)).status).toBe(404);
    await deleteExpiredBulkEdits(portal.db);
    expect((await sql`select from bulk_edit_item where bulk_edit_id = ${id}`.execute(portal.db)).rows).toEqual([]);
  });
});

describe('undoing the edit of someone who has been erased since', () => {
  it('is refused with its reason, and their values are gone', async () => {
    const [erased, other] = [await aPerson(portal.db, { role: 'Staff' }), await aPerson(portal.db, { role: 'Staff' })];
    const { body } = await admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', {
      action: 'wardrobes',
      customerIds: [erased.id, other.id],
      organisationCollectionIds: [11],
    });
    const { id } = body.bulkEdit;
    const { status } = await admin.post(`/api/customers/${erased.id}/erase`, { confirmation: erased.email });
    expect(status).toBe(200);
    const saved = await sql`
      select before, after, reason_kinds from bulk_edit_item where bulk_edit_id = ${id} and subject_id = ${erased.id}`.execute(
      portal.db,
    );
    expect(saved.rows).toEqual([{ before: null, after: null, reason_kinds: null }]);

    expect((await undo(admin, id)).body.bulkEdit).toMatchObject({
      changed: 1,
      refused: 1,
      refusals: [
        {
          reason: 'The saved values were erased with the personal data, so there is nothing to restore.',
          count: 1,
          subjects: [],
        },
      ],
    });
  });
});

describe('two processes that run the same edit', () => {
  const ITEMS = 40;
  /** Counts how often each item is applied; slow enough that two processes meet. */
  async function countApplications(db: Db): Promise<number[]> {
    const applied = new Map<number, number>();
    const kind: BulkEditKind<null, Record<string, never>> = {
      name: 'people',
      subject: 'test',
      syncLimit: 0,
      batchSize: 5,
      findAccessBlocker: () => undefined,
      wording: {},
      describe: () => 'Test',
      plan: async () => ({
        action: 'test',
        payload: {},
        items: Array.from({ length: ITEMS }, (_, index) => ({ subjectId: index })),
      }),
      apply: async ({ tx }, _edit, items) => {
        await sql`select pg_sleep(0.02)`.execute(tx);
        for (const { position } of items) applied.set(position, (applied.get(position) ?? 0) + 1);
        return items.map(({ position }) => ({ position, outcome: 'changed', before: {} }));
      },
      undo: async (_context, _edit, items) => items.map(({ position }) => ({ position, outcome: 'changed' })),
      listSubjects: async () => [],
    };
    const { rows } = await sql<{ id: number }>`select id from customer where id = ${admin.customerId}`.execute(portal.db);
    const caller = { organisationId: 1, customerId: rows[0]?.id ?? 0, adminableGroupIds: [] } as never;
    const context = { sessionId: '', caller, effective: caller } as never;
    const engine = () =>
      createBulkEdits({ db, jobs, job: bulkEditJob, kinds: [kind as AnyBulkEditKind], findContext: async () => context });
    const { bulkEdit } = await runInTransaction(portal.db, (tx) =>
      engine().start(kind, { tx, context, requestId: 'test' }, null),
    );
    const ref: BulkEditRef = { organisationId: 1, bulkEditId: bulkEdit.id };
    await Promise.all([engine().run(ref), engine().run(ref)]);
    return [...applied.values()];
  }

  it('apply each item once', async () => {
    const counts = await countApplications(portal.db);
    expect([counts.length, new Set(counts)]).toEqual([ITEMS, new Set([1])]);
  });

  it('would apply items twice if a claim did not lock: the check above can fail', async () => {
    expect(Math.max(...(await countApplications(withFaults(portal.db, [unlockedBulkEdits]))))).toBeGreaterThan(1);
  });
});
