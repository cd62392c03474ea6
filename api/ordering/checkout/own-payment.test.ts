import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anOwnPayer,
  type OwnPayer,
  placeMixedOrder,
  placeOrganisationCardOrder,
  placeOwnOrder,
} from '#api/testing/own-payment.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

const orderOf = async (orderId: number) =>
  (
    await sql<Record<string, unknown>>`
      select o.total_minor as total, o.card_payer as payer, o.is_all_by_card as "isAll", o.card_minor as card, o.released_at is not null as released,
        o.payment_due_at is not null as due, o.payment_method as method, (
          select json_agg(json_build_array(l.quantity, l.covered_quantity, l.card_quantity) order by l.id) from order_line l where l.order_id = o.id) as lines
      from orders o where o.id = ${orderId}`.execute(portal.db)
  ).rows[0];

describe('who pays what of an order', () => {
  it('what the budget covers and delivery are the organisation’s, more is the person’s', async () => {
    const payer = await anOwnPayer(portal);
    const { orderId, summary } = await placeMixedOrder(portal.db, payer);
    expect(await orderOf(orderId)).toMatchObject({
      payer: 'person',
      isAll: false,
      card: 3600,
      released: false,
      due: true,
      lines: [[5, 2, 3]],
    });
    expect(summary).toMatchObject({ payableValue: 36 });
  });
  it('everything is the person’s, with delivery', async () => {
    const payer = await anOwnPayer(portal, { budgetMinor: 0 });
    const { orderId } = await placeOwnOrder(portal.db, payer);
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ payer: 'person', isAll: true, lines: [[2, 0, 2]], card: order?.total });
  });
  it('the organisation’s card pays everything', async () => {
    const { orderId } = await placeOrganisationCardOrder(portal);
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ payer: 'organisation', isAll: true, lines: [[3, 0, 3]], card: order?.total });
  });
});
