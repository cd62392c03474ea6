import type { QueryClient } from '@tanstack/react-query';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { api, apiQuery, download, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';

/** An export of a list that a job writes. */
export type ListExport = ReplyOf<'GET /api/exports/:id'>['export'];
/** What is exported: the list, and search, filters and columns as the query of its call. */
export type AskedExport = Pick<BodyOf<'POST /api/exports'>, 'query'> & {
  list: ListExport['list'];
  importId?: number;
  organisationId?: number;
};

const oneQuery = (id: number) => apiQuery('GET /api/exports/:id', { params: { id } });
const listQuery = () => apiQuery('GET /api/exports');

/** The calls with which exports are started and followed: those of people in their organisation, or of operators. */
export interface ExportCalls {
  start: (asked: AskedExport) => Promise<ReplyOf<'POST /api/exports'>>;
  oneQuery: (id: number) => ReturnType<typeof oneQuery>;
  listQuery: () => ReturnType<typeof listQuery>;
  stop: (id: number) => Promise<{ export: ListExport }>;
  file: (id: number) => Promise<{ content: Blob; name: string }>;
  invalidate: (client: QueryClient) => Promise<unknown>;
  /** The page with all of them. */
  page: string;
}

/** The exports of people in their organisation. */
export const PORTAL_EXPORTS: ExportCalls = {
  start: (asked) => api('POST /api/exports', { body: asked as BodyOf<'POST /api/exports'> }),
  oneQuery,
  listQuery,
  stop: (id) => api('POST /api/exports/:id/stop', { params: { id } }),
  file: (id) => download('GET /api/exports/:id/file', { params: { id } }),
  invalidate: (client) => invalidateCalls(client, 'GET /api/exports', 'GET /api/exports/:id'),
  page: `${paths.profile()}#exports`,
};

/** An export that the dialog shows. */
export interface ShownExport {
  id: number;
  isNew: boolean;
}
