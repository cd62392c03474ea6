import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let wearer: TestClient;
let number: number;
let line: number;

/** Places an order with one line, shipped unless `isShipped` is false. */
async function anOrderOf(person: TestClient, isShipped = true, sizes = 2): Promise<{ number: number; line: number }> {
  const product = await aStockedProduct(portal.db, { stock: Array(sizes).fill(50) });
  const orderId = await orderItems(portal.db, person, anItem(product, 2));
  const { rows } = await sql<{ id: number }>`select id from order_line where order_id = ${orderId}`.execute(portal.db);
  if (isShipped) await sql`update order_line set shipped_quantity = quantity where order_id = ${orderId}`.execute(portal.db);
  return { number: orderId, line: rows[0]?.id as number };
}

const rate = (person: TestClient, fit: unknown, [id, item] = [number, line]) =>
  person.put<'PUT /api/orders/:id/items/:itemId/fit'>(`/api/orders/${id}/items/${item}/fit`, { fit });

beforeAll(async () => {
  wearer = await portal.as((await aPerson(portal.db, { role: 'Buyer' })).email);
  ({ number, line } = await anOrderOf(wearer));
});

describe('PUT /api/orders/:id/items/:itemId/fit', () => {
  it('saves one rating for a line, changes it and deletes it', async () => {
    const { body } = await rate(wearer, 'tooSmall');
    expect(body.orders[0]?.orderItems[0]).toMatchObject({ fit: 'tooSmall', fitFeedbackAllowed: true });
    await rate(wearer, 'right');
    const read = await wearer.get<'GET /api/orders/:id'>(`/api/orders/${number}`);
    expect(read.body.orders[0]?.orderItems[0]?.fit).toBe('right');
    const { body: mine } = await wearer.get<'GET /api/mydata'>('/api/mydata');
    expect(mine.fitFeedback).toMatchObject([{ orderId: number, fit: 'right' }]);
    expect((await rate(wearer, null)).body.orders[0]?.orderItems[0]?.fit).toBeNull();
    expect((await sql`select 1 from fit_feedback where order_line_id = ${line}`.execute(portal.db)).rows).toEqual([]);
  });

  it('is not allowed for a product with only one size', async () => {
    const tie = await anOrderOf(wearer, true, 1);
    const { body } = await wearer.get<'GET /api/orders/:id'>(`/api/orders/${tie.number}`);
    expect(body.orders[0]?.orderItems[0]?.fitFeedbackAllowed).toBe(false);
  });

  it('refuses anything but the three ratings', async () => {
    for (const invalid of ['huge', '', 1])
      expect((await rate(wearer, invalid)).errors).toEqual({ fit: ['Please choose tooSmall, right or tooBig.'] });
  });

  it('is only for the wearer of a shipped line: no one else, no other order, nothing unshipped', async () => {
    const other = await portal.as((await aPerson(portal.db, { role: 'Buyer' })).email);
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
    const foreign = await portal.as('buyer@hallam.example');
    for (const person of [other, admin, foreign]) expect((await rate(person, 'right')).status).toBe(404);
    const { body } = await admin.get<'GET /api/orders/:id'>(`/api/orders/${number}`);
    expect(body.orders[0]?.orderItems[0]).toMatchObject({ fit: null, fitFeedbackAllowed: false });
    const unshipped = await anOrderOf(wearer, false);
    expect((await rate(wearer, 'right', [number, unshipped.line])).status).toBe(404);
    expect((await rate(wearer, 'right', [unshipped.number, unshipped.line])).errors).toEqual({
      orderItem: ['Order item not found.'],
    });
  });
});
