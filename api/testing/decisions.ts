import { sql } from 'kysely';
import { type aPerson, aStockedProduct, orderItems, type StockedProduct } from './builders.ts';
import type { TestClient, TestPortal } from './portal.ts';
import { HALLAM } from './waiting-orders.ts';
import { type SignedIn, signInAs } from './wearers.ts';

/** A PO number, which the approvers of Hallam give. */
export const PO = { poNumber: 'PO-2211' };

/** Orders of Hallam that wait for approval, and decisions on them. */
export function createDecisions(portal: TestPortal) {
  const aColleague = (overrides: Parameters<typeof aPerson>[1] = {}) => signInAs(portal, { ...HALLAM, ...overrides });
  const aShirt = (stock = [9]) => aStockedProduct(portal.db, { organisationIds: [2], stock });

  /** Places an order that waits for approval and has no PO number. */
  async function anOrder(person: SignedIn, ...items: object[]): Promise<number> {
    const id = await orderItems(portal.db, person, ...items);
    await sql`update orders set po_number = null where id = ${id}`.execute(portal.db);
    return id;
  }

  const decide = (client: TestClient, decision: object) =>
    client.post<'POST /api/orders/approvereject'>('/api/orders/approvereject', decision);
  const query = async <R>(statement: ReturnType<typeof sql<R>>) => (await statement.execute(portal.db)).rows;
  const linesOf = (orderId: number) =>
    query(
      sql<{ id: number; quantity: number; cancelled: number }>`
        select id, quantity, cancelled_quantity as cancelled from order_line where order_id = ${orderId} order by id`,
    );
  const stateOf = async (orderId: number) =>
    (
      await query(sql<Record<string, unknown>>`
        select order_state_id as state, payment_state_id as payment, released_at is not null as released, po_number as "poNumber",
          cancelled_value_minor as cancelled, pending_value_minor as pending from orders where id = ${orderId}`)
    )[0];
  const stockOf = async ({ combinations }: StockedProduct) =>
    (
      await query(sql<Record<string, unknown>>`
        select s.reserved, (select sum(e.reserved_delta)::int from stock_entry e where e.combination_id = s.combination_id) as ledger
        from stock_level s where s.combination_id = ${combinations[0]?.id}`)
    )[0];
  const mailsOf = async (email: string) =>
    (
      await query(
        sql<{ template: string }>`select template from mail_outbox where recipient = ${email} order by created_at, template`,
      )
    ).map(({ template }) => template);
  const detailOf = async (client: TestClient, id: number) =>
    (await client.get<'GET /api/orders/:id'>(`/api/orders/${id}`)).body.orders?.[0];
  return { aColleague, aShirt, anOrder, decide, query, linesOf, stateOf, stockOf, mailsOf, detailOf };
}
