import type { BodyOf } from '#contract/index.ts';
import type { ExportCalls } from '#web/app/exports/export-calls.ts';
import { operatorPaths } from '../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi, operatorDownload, operatorQuery } from './operator-api.ts';

/** The exports of the operator. */
export const OPERATOR_EXPORTS: ExportCalls = {
  start: (asked) => operatorApi('POST /api/operator/exports', { body: asked as BodyOf<'POST /api/operator/exports'> }),
  oneQuery: (id) =>
    operatorQuery('GET /api/operator/exports/:id', { params: { id } }) as unknown as ReturnType<ExportCalls['oneQuery']>,
  listQuery: () => operatorQuery('GET /api/operator/exports') as unknown as ReturnType<ExportCalls['listQuery']>,
  stop: (id) => operatorApi('POST /api/operator/exports/:id/stop', { params: { id } }),
  file: (id) => operatorDownload('GET /api/operator/exports/:id/file', { params: { id } }),
  invalidate: (client) => invalidateOperatorCalls(client, 'GET /api/operator/exports', 'GET /api/operator/exports/:id'),
  page: `${operatorPaths.account}#exports`,
};
