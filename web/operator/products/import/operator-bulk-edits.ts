import type { BulkEditCalls } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../../session/operator-api.ts';

/** The calls with which operators read and change bulk edits of the supplier. */
export const operatorBulkEdits: BulkEditCalls = {
  // Other calls with the same replies.
  listQuery: () =>
    operatorQuery('GET /api/operator/bulkedits', { query: { kind: 'product-import' } }) as unknown as ReturnType<
      BulkEditCalls['listQuery']
    >,
  oneQuery: (id) =>
    operatorQuery('GET /api/operator/bulkedits/:id', { params: { id } }) as unknown as ReturnType<BulkEditCalls['oneQuery']>,
  take: (step, id) => {
    if (step === 'stop') return operatorApi('POST /api/operator/bulkedits/:id/stop', { params: { id } });
    if (step === 'continue') return operatorApi('POST /api/operator/bulkedits/:id/continue', { params: { id } });
    return operatorApi('POST /api/operator/bulkedits/:id/undo', { params: { id } });
  },
  invalidate: (client, what) =>
    what === 'lists'
      ? invalidateOperatorCalls(client, 'GET /api/operator/bulkedits')
      : invalidateOperatorCalls(client, 'GET /api/operator/bulkedits', 'GET /api/operator/bulkedits/:id'),
};
