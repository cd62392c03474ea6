import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aStockedProduct } from '#api/testing/builders.ts';
import { createProof } from '#api/testing/operator-accounts.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWebhookReceiver, type WebhookReceiver } from '#api/testing/webhook-receiver.ts';
import { anEndpoint, deliveriesOf } from '#api/testing/webhooks.ts';
import type { WebhookTransport } from './webhook-transport.ts';

let receiver: WebhookReceiver;
let transport: WebhookTransport;
const portal = usePortal({ webhookTransport: { post: (request) => transport.post(request) } });
let operator: TestOperatorClient;
beforeEach(async () => {
  await sql`delete from webhook_endpoint`.execute(portal.db);
  receiver = await createWebhookReceiver();
  transport = receiver.createTransport();
  operator = await portal.asOperator({ brandIds: [1] });
});
afterEach(() => receiver?.close());

const aWebhook = async (changes: object = {}, client = operator) => ({
  webhook: {
    brandId: 1,
    url: receiver.url,
    eventTypes: ['stock.low'],
    ...(await createProof(portal.db, client.id)),
    ...changes,
  },
});
const list = async (client = operator) =>
  (await client.get<'GET /api/operator/webhooks'>('/api/operator/webhooks')).body.webhooks;

describe('a webhook of the supplier', () => {
  it('is added, changed, tested, given another secret and deleted by an operator of its brand', async () => {
    const added = await operator.post<'POST /api/operator/webhooks'>('/api/operator/webhooks', await aWebhook());
    const id = added.body.webhooks[0]?.id;
    const changed = await operator.put<'PUT /api/operator/webhooks/:id'>(`/api/operator/webhooks/${id}`, {
      webhook: { description: 'Warehouse', eventTypes: ['stock.low', 'order.placed'] },
    });
    const rotated = await operator.post<'POST /api/operator/webhooks/:id/secret'>(`/api/operator/webhooks/${id}/secret`, {
      webhook: await createProof(portal.db, operator.id),
    });
    const tested = await operator.post<'POST /api/operator/webhooks/:id/test'>(`/api/operator/webhooks/${id}/test`);
    const deliveryId = tested.body.delivery.id;
    const again = await operator.post<'POST /api/operator/webhooks/deliveries/:id/resend'>(
      `/api/operator/webhooks/deliveries/${deliveryId}/resend`,
    );
    const log = await operator.get<'GET /api/operator/webhooks/:id/deliveries'>(`/api/operator/webhooks/${id}/deliveries`);

    expect(added.body.webhooks).toMatchObject([{ brandId: 1, status: 'active' }]);
    expect(changed.body.webhooks).toMatchObject([{ description: 'Warehouse', eventTypes: ['stock.low', 'order.placed'] }]);
    expect(rotated.body.secret).not.toBe(added.body.secret);
    expect([tested.body.delivery.status, again.body.delivery.attempts, log.body.totalCount]).toEqual(['delivered', 2, 1]);
    expect((await operator.delete<'DELETE /api/operator/webhooks/:id'>(`/api/operator/webhooks/${id}`)).status).toBe(200);
    expect(await list()).toEqual([]);
    const { rows } = await sql<{ action: string }>`
      select action from audit_event where subject_kind = 'webhook' and actor_kind = 'operator' and subject_id = ${String(id)} order by id`.execute(
      portal.db,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'webhook.added',
      'webhook.changed',
      'webhook.secret-replaced',
      'webhook.tested',
      'webhook.sent-again',
      'webhook.removed',
    ]);
  });

  it('is not found by operators of other brands, and organisations’ webhooks are not found by operators', async () => {
    const own = await anEndpoint(portal, { url: receiver.url, brandId: 1 });
    const ofOrganisation = await anEndpoint(portal, { url: receiver.url, organisationId: 1 });
    const other = await portal.asOperator({ brandIds: [2] });

    expect([(await list()).map(({ id }) => id), await list(other)]).toEqual([[own.id], []]);
    const pause = { webhook: { isPaused: true } };
    expect((await other.put(`/api/operator/webhooks/${own.id}`, pause)).status).toBe(404);
    expect((await operator.put(`/api/operator/webhooks/${ofOrganisation.id}`, pause)).status).toBe(404);
    expect((await other.post('/api/operator/webhooks', await aWebhook({}, other))).status).toBe(422);
  });
});

describe('the threshold of low stock', () => {
  it('is set for products of the operator’s brands', async () => {
    const product = await aStockedProduct(portal.db, { organisationIds: [1], stock: [9] });
    const combinationId = product.combinations[0]?.id ?? 0;
    const endpoint = await anEndpoint(portal, { url: receiver.url, brandId: 1, eventTypes: ['stock.low'] });
    const path = `/api/operator/combinations/${combinationId}/lowstock`;
    const other = await portal.asOperator({ brandIds: [2] });

    expect((await other.put(path, { stock: { lowStockThreshold: 5 } })).status).toBe(404);
    const { body } = await operator.put<'PUT /api/operator/combinations/:id/lowstock'>(path, { stock: { lowStockThreshold: 5 } });
    await sql`update stock_level set reserved = 6 where combination_id = ${combinationId}`.execute(portal.db);

    expect(body.stock).toEqual({ combinationId, lowStockThreshold: 5 });
    expect((await deliveriesOf(portal, endpoint.id)).map(({ data }) => data.available)).toEqual([3]);
  });

  it('is listed, and can be looked up by SKU for products that have none', async () => {
    const product = await aStockedProduct(portal.db, { organisationIds: [1], stock: [9] });
    const { id: combinationId = 0, sku = '' } = product.combinations[0] ?? {};
    const find = async (searchTerm: string, client = operator) =>
      (await client.get<'GET /api/operator/lowstock'>(`/api/operator/lowstock?searchTerm=${encodeURIComponent(searchTerm)}`)).body
        .stock;

    expect(await find(sku.toLowerCase())).toMatchObject([{ combinationId, sku, available: 9, lowStockThreshold: null }]);
    expect(await find('%')).toEqual([]);
    expect(await find(sku, await portal.asOperator({ brandIds: [2] }))).toEqual([]);
    await operator.put(`/api/operator/combinations/${combinationId}/lowstock`, { stock: { lowStockThreshold: 4 } });
    expect((await find('')).find((row) => row.combinationId === combinationId)?.lowStockThreshold).toBe(4);
  });
});
