import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let wearer: TestClient;
let number: number;
let line: number;

/** Somebody with an order of one line, which has been sent. */
async function anOrderOf(person: TestClient, isSent = true, sizes = 2): Promise<{ number: number; line: number }> {
  const product = await aStockedProduct(portal.db, { stock: Array(sizes).fill(50) });
  const made = await orderItems(portal.db, person, anItem(product, 2));
  const { rows } = await sql<{ id: number }>`select id from order_line where order_id = ${made}`.execute(portal.db);
  if (isSent) await sql`update order_line set shipped_quantity = quantity where order_id = ${made}`.execute(portal.db);
  return { number: made, line: rows[0]?.id as number };
}

const say = (person: TestClient, fit: unknown, [id, item] = [number, line]) =>
  person.put<'PUT /api/orders/:id/items/:itemId/fit'>(`/api/orders/${id}/items/${item}/fit`, { fit });

beforeAll(async () => {
  wearer = await portal.as((await aPerson(portal.db, { role: 'Buyer' })).email);
  ({ number, line } = await anOrderOf(wearer));
});

describe('PUT /api/orders/:id/items/:itemId/fit', () => {
  it('keeps one word for a line, changes it and takes it back', async () => {
    const { body } = await say(wearer, 'tooSmall');
    expect(body.orders[0]?.orderItems[0]).toMatchObject({ fit: 'tooSmall', fitFeedbackAllowed: true });
    await say(wearer, 'right');
    const read = await wearer.get<'GET /api/orders/:id'>(`/api/orders/${number}`);
    expect(read.body.orders[0]?.orderItems[0]?.fit).toBe('right');
    const { body: mine } = await wearer.get<'GET /api/mydata'>('/api/mydata');
    expect(mine.fitFeedback).toMatchObject([{ orderId: number, fit: 'right' }]);
    expect((await say(wearer, null)).body.orders[0]?.orderItems[0]?.fit).toBeNull();
    expect((await sql`select 1 from fit_feedback where order_line_id = ${line}`.execute(portal.db)).rows).toEqual([]);
  });

  it('is not asked of what has one size only', async () => {
    const tie = await anOrderOf(wearer, true, 1);
    const { body } = await wearer.get<'GET /api/orders/:id'>(`/api/orders/${tie.number}`);
    expect(body.orders[0]?.orderItems[0]?.fitFeedbackAllowed).toBe(false);
  });

  it('refuses what is none of the three words', async () => {
    for (const wrong of ['huge', '', 1])
      expect((await say(wearer, wrong)).errors).toEqual({ fit: ['Please choose tooSmall, right or tooBig.'] });
  });

  it('is for whoever wears it and has it: nobody else, no other order, nothing unsent', async () => {
    const other = await portal.as((await aPerson(portal.db, { role: 'Buyer' })).email);
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
    const foreign = await portal.as('buyer@hallam.example');
    for (const person of [other, admin, foreign]) expect((await say(person, 'right')).status).toBe(404);
    const { body } = await admin.get<'GET /api/orders/:id'>(`/api/orders/${number}`);
    expect(body.orders[0]?.orderItems[0]).toMatchObject({ fit: null, fitFeedbackAllowed: false });
    const second = await anOrderOf(wearer, false);
    expect((await say(wearer, 'right', [number, second.line])).status).toBe(404);
    expect((await say(wearer, 'right', [second.number, second.line])).errors).toEqual({ orderItem: ['Order item not found.'] });
  });
});
