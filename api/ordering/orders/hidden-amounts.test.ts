import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

/** Paths of all amounts in a reply that are not null; discounts are always 0. */
function findAmounts(value: unknown, path = ''): string[] {
  if (typeof value === 'number')
    return /(value|total|tax|price|shipping|fee|refundedamount)$/i.test(path) && !/discount/i.test(path) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => findAmounts(part, `${path}.${key.replace(/(In|Ex)clTax$/, '')}`));
}

describe('orders of people who see no prices', () => {
  it('are sent without amounts: in the list, its totals, the order itself and the reasons for its approval', async () => {
    const wearer = await portal.as('staff@meridian.example');
    const { rows } = await sql<{ id: number }>`
      select id from orders where organisation_id = 1 and customer_id = ${wearer.customerId} order by id limit 1`.execute(
      portal.db,
    );
    const id = rows[0]?.id;
    await sql`
      insert into approval (organisation_id, order_id, status, reasons, expires_at, closed_at)
      values (1, ${id}, 'withdrawn', '[{"kind": "above_amount", "amountMinor": 12345}]', now(), now())`.execute(portal.db);

    const { body: list } = await wearer.get<'GET /api/orders'>('/api/orders');
    const { body: detail } = await wearer.get<'GET /api/orders/:id'>(`/api/orders/${id}`);

    expect(list.orders.length).toBeGreaterThan(0);
    expect(findAmounts(list)).toEqual([]);
    expect(list.totals).toEqual({
      orderCount: list.totalCount,
      orderTotal: null,
      totalValue: null,
      shippedValue: null,
      cancelledValue: null,
      pendingValue: null,
      currencyCode: 'GBP',
    });
    expect(detail.orders[0]?.orderItems.length).toBeGreaterThan(0);
    expect(findAmounts(detail)).toEqual([]);
    expect(detail.orders[0]?.taxRates).toEqual([]);
    expect(JSON.stringify(detail.orders[0]?.approval)).not.toMatch(/123/);
  });

  it('are sent with all amounts to administrators', async () => {
    const admin = await portal.as('admin@meridian.example');
    const { body } = await admin.get<'GET /api/orders'>('/api/orders?limit=1');
    const { body: detail } = await admin.get<'GET /api/orders/:id'>(`/api/orders/${body.orders[0]?.id}`);

    expect(findAmounts(body).length).toBe(10);
    expect(findAmounts(detail).length).toBeGreaterThan(15);
  });
});
