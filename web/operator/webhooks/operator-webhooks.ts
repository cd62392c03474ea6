import { useQuery } from '@tanstack/react-query';
import type { WireBodyOf } from '#contract/index.ts';
import { toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import type { WebhookClient } from '#web/integrations/webhooks/webhook-client.ts';
import { operatorPaths } from '../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi, operatorMeQuery, operatorQuery } from '../session/operator-api.ts';

type EventTypes = WireBodyOf<'POST /api/operator/webhooks'>['webhook']['eventTypes'];

/** The webhooks of the supplier. */
export const operatorWebhooks: WebhookClient = {
  useList: () => useQuery(operatorQuery('GET /api/operator/webhooks')),
  add: async ({ brandId = 0, url, description, eventTypes }, proof) => {
    const webhook = { brandId, url, description, eventTypes: [...eventTypes] as EventTypes, ...toCallerProof(proof) };
    return (await operatorApi('POST /api/operator/webhooks', { body: { webhook } })).secret;
  },
  change: ({ id, version }, { brandId: _, eventTypes, ...values }, proof) => {
    const webhook = { ...values, eventTypes: [...eventTypes] as EventTypes, version, ...toCallerProof(proof) };
    return operatorApi('PUT /api/operator/webhooks/:id', { params: { id }, body: { webhook } });
  },
  setPaused: (id, isPaused) => operatorApi('PUT /api/operator/webhooks/:id', { params: { id }, body: { webhook: { isPaused } } }),
  remove: (id) => operatorApi('DELETE /api/operator/webhooks/:id', { params: { id } }),
  replaceSecret: async (id, proof) => {
    const body = { webhook: toCallerProof(proof) };
    return (await operatorApi('POST /api/operator/webhooks/:id/secret', { params: { id }, body })).secret;
  },
  test: async (id) => (await operatorApi('POST /api/operator/webhooks/:id/test', { params: { id } })).delivery,
  resend: async (id) => (await operatorApi('POST /api/operator/webhooks/deliveries/:id/resend', { params: { id } })).delivery,
  refresh: (queries) =>
    invalidateOperatorCalls(queries, 'GET /api/operator/webhooks', 'GET /api/operator/webhooks/:id/deliveries'),
  // Every operator has a second factor.
  useNeedsCode: () => true,
  useBrands: () =>
    (useQuery(operatorMeQuery).data?.operator.brands ?? []).map(({ id, companyName }) => ({ id, name: companyName })),
  listPath: operatorPaths.webhooks,
  logPath: operatorPaths.webhook,
  orderPath: operatorPaths.order,
};
