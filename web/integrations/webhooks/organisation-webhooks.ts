import { useQuery } from '@tanstack/react-query';
import type { WireBodyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import type { WebhookClient } from './webhook-client.ts';

type EventTypes = WireBodyOf<'POST /api/webhooks'>['webhook']['eventTypes'];

const NO_BRANDS: readonly never[] = [];

/** The webhooks of the organisation. */
export const organisationWebhooks: WebhookClient = {
  useList: () => useQuery(apiQuery('GET /api/webhooks')),
  add: async ({ url, description, eventTypes }, proof) => {
    const webhook = { url, description, eventTypes: [...eventTypes] as EventTypes, ...toCallerProof(proof) };
    return (await api('POST /api/webhooks', { body: { webhook } })).secret;
  },
  change: ({ id, version }, { brandId: _, eventTypes, ...values }, proof) => {
    const webhook = { ...values, eventTypes: [...eventTypes] as EventTypes, version, ...toCallerProof(proof) };
    return api('PUT /api/webhooks/:id', { params: { id }, body: { webhook } });
  },
  setPaused: (id, isPaused) => api('PUT /api/webhooks/:id', { params: { id }, body: { webhook: { isPaused } } }),
  remove: (id) => api('DELETE /api/webhooks/:id', { params: { id } }),
  replaceSecret: async (id, proof) => {
    const body = { webhook: toCallerProof(proof) };
    return (await api('POST /api/webhooks/:id/secret', { params: { id }, body })).secret;
  },
  test: async (id) => (await api('POST /api/webhooks/:id/test', { params: { id } })).delivery,
  resend: async (id) => (await api('POST /api/webhooks/deliveries/:id/resend', { params: { id } })).delivery,
  refresh: (queries) => invalidateCalls(queries, 'GET /api/webhooks', 'GET /api/webhooks/:id/deliveries'),
  useNeedsCode: () => useQuery(apiQuery('GET /api/secondfactor')).data?.on === true,
  useBrands: () => NO_BRANDS,
  listPath: paths.webhooks(),
  logPath: paths.webhook,
  orderPath: paths.order,
};
