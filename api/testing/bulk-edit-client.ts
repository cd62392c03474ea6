import { createPortalBulkEdits, createSupplierBulkEdits } from '#api/bulk-edits.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { BulkEditKindName } from '#contract/platform/bulk-edit.ts';
import { TEST_KEY, type TestClient, type TestPortal } from './portal.ts';

export type BulkEditReply = ReplyOf<'GET /api/bulkedits/:id'>['bulkEdit'];

/** The calls that all bulk edits share, as someone makes them. */
export const bulkEditCalls = {
  look: async (client: TestClient, id: number): Promise<BulkEditReply> =>
    (await client.get<'GET /api/bulkedits/:id'>(`/api/bulkedits/${id}`)).body.bulkEdit,
  recent: async (client: TestClient, kind: BulkEditKindName): Promise<BulkEditReply[]> =>
    (await client.get<'GET /api/bulkedits'>(`/api/bulkedits?kind=${kind}`)).body.bulkEdits,
  undo: (client: TestClient, id: number) => client.post<'POST /api/bulkedits/:id/undo'>(`/api/bulkedits/${id}/undo`),
  stop: (client: TestClient, id: number) => client.post<'POST /api/bulkedits/:id/stop'>(`/api/bulkedits/${id}/stop`),
  resume: (client: TestClient, id: number) => client.post<'POST /api/bulkedits/:id/continue'>(`/api/bulkedits/${id}/continue`),
};

/** Runs the job of a bulk edit in this process: all of it, or some batches, as a process would that is killed then. */
export function createBulkEditRunner({ db }: Pick<TestPortal, 'db'>, jobs?: JobQueue) {
  const bulkEdits = createPortalBulkEdits({
    db,
    jobs: jobs as JobQueue,
    vault: createVaultFromKeys(TEST_KEY),
  });
  return async (bulkEditId: number, batches = Number.POSITIVE_INFINITY, organisationId = 1): Promise<void> => {
    for (let batch = 0; batch < batches; batch += 1) if (!(await bulkEdits.runBatch({ organisationId, bulkEditId }))) return;
  };
}

/** Runs the job of a bulk edit of the supplier in this process, all of it or some batches. */
export function createSupplierEditRunner({ db }: Pick<TestPortal, 'db'>, jobs?: JobQueue) {
  const bulkEdits = createSupplierBulkEdits({ db, jobs: jobs as JobQueue });
  return async (bulkEditId: number, batches = Number.POSITIVE_INFINITY): Promise<void> => {
    for (let batch = 0; batch < batches; batch += 1)
      if (!(await bulkEdits.runBatch({ organisationId: null, bulkEditId }))) return;
  };
}
