import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { StockedProduct } from './builders.ts';
import type { TestClient, TestOperatorClient, TestServer } from './portal.ts';

interface WithDatabase {
  db: Db;
}

/** Cancels an order, or the lines and pieces given. */
export const cancel = (client: TestClient, orderId: number, cancellation: object = {}, key?: string) =>
  client.post<'POST /api/orders/:id/cancel'>(
    `/api/orders/${orderId}/cancel`,
    { cancellation },
    key ? { 'idempotency-key': key } : {},
  );

/** Gives a line, or some of its pieces, another size. */
export const changeLine = (client: TestClient, orderId: number, itemId: number, orderItem: object) =>
  client.put<'PUT /api/orders/:id/items/:itemId'>(`/api/orders/${orderId}/items/${itemId}`, { orderItem });

/** An order as the person sees it. Throws when they cannot see it. */
export const orderOf = async (client: TestClient, orderId: number) => {
  const [order] = (await client.get<'GET /api/orders/:id'>(`/api/orders/${orderId}`)).body.orders;
  if (!order) throw new Error('There is no such order.');
  return order;
};

/** The id of a line of an order, by its position. */
export const lineOf = async (client: TestClient, orderId: number, index = 0) =>
  (await orderOf(client, orderId)).orderItems[index]?.id as number;

/** The id of a size of a product, by its position. */
export const sizeOf = (product: StockedProduct, index: number) => product.combinations[index]?.id as number;

const PICKING_RESULTS: Record<number, 'started' | 'unknown' | 'refused'> = { 200: 'started', 404: 'unknown', 409: 'refused' };
/** The operator of each portal who starts picking. */
const pickers = new WeakMap<object, Promise<TestOperatorClient>>();

/** Starts picking as an operator. An order that waits for approval is unknown to operators. */
export async function pick(portal: Pick<TestServer, 'asOperator'>, orderId: number) {
  const picker = pickers.get(portal) ?? portal.asOperator({ name: 'Pat Picker' });
  pickers.set(portal, picker);
  const { status } = await (await picker).post<'POST /api/operator/orders/:id/picking'>(
    `/api/operator/orders/${orderId}/picking`,
  );
  return PICKING_RESULTS[status];
}

/** An answer without the entries of the timeline, which have a time of their own. */
export const withoutNotes = <Reply extends { orders: { orderNotes: unknown }[] }>({ orders, ...reply }: Reply) => ({
  ...reply,
  orders: orders.map(({ orderNotes: _notes, ...order }) => order),
});

/** Pieces reserved of each size, and whether the entries say the same. */
export const reservedOf = async ({ db }: WithDatabase, product: StockedProduct) =>
  (
    await sql<{ reserved: number; entered: number }>`
      select s.reserved, coalesce((select sum(e.reserved_delta)::int from stock_entry e where e.combination_id = s.combination_id), 0) as entered
      from stock_level s where s.product_id = ${product.id} order by s.combination_id`.execute(db)
  ).rows.map(({ reserved, entered }) => (reserved === entered ? reserved : `${reserved}, but ${entered} by the entries`));

/** The kinds of what has happened to an order since it was placed. */
export const eventsOf = async ({ db }: WithDatabase, orderId: number) =>
  (
    await sql<{
      kind: string;
    }>`select kind from order_event where order_id = ${orderId} and kind <> 'placed' order by id`.execute(db)
  ).rows.map(({ kind }) => kind);

/** What the audit log says about changes of an order. */
export const auditOf = async ({ db }: WithDatabase, orderId: number) =>
  (
    await sql<{ action: string; actor: number; after: unknown }>`
      select action, actor_id as actor, after from audit_event
      where subject_kind = 'order' and subject_id = ${String(orderId)} and action <> 'order.placed' order by id`.execute(db)
  ).rows;

/** The mails about an order, except the one that confirms it. */
export const mailsOf = async ({ db }: WithDatabase, orderId: number) =>
  (
    await sql<{ template: string; recipient: string }>`
      select template, recipient from mail_outbox where (data ->> 'orderId')::bigint = ${orderId} and template <> 'order-placed' order by template, recipient`.execute(
      db,
    )
  ).rows;

interface TestApprovalRule {
  kind: 'always' | 'above_amount' | 'product' | 'first_order';
  amountMinor?: number;
  productId?: number;
}

/** Replaces Meridian's rules for approval. */
export async function setApprovalRules({ db }: WithDatabase, ...rules: TestApprovalRule[]): Promise<void> {
  await sql`delete from approval_rule where organisation_id = 1`.execute(db);
  for (const { kind, amountMinor = null, productId = null } of rules)
    await sql`insert into approval_rule (organisation_id, kind, amount_minor, product_id)
      values (1, ${kind}, ${amountMinor}::bigint, ${productId}::bigint)`.execute(db);
}

/** Runs a test with rules for approval, which are then deleted. */
export async function withRules(portal: WithDatabase, rules: TestApprovalRule[], act: () => Promise<void>): Promise<void> {
  await setApprovalRules(portal, ...rules);
  try {
    await act();
  } finally {
    await setApprovalRules(portal);
  }
}

/** What a person has left in their budget, in minor units. */
export const budgetOf = async ({ db }: WithDatabase, customerId: number) =>
  (
    await sql<{ left: number }>`
      select granted - reserved - used as left from entitlement_account where customer_id = ${customerId} and kind = 'budget'`.execute(
      db,
    )
  ).rows[0]?.left;

/** Pieces that a person has left. */
export const piecesLeft = async ({ db }: WithDatabase, customerId: number) =>
  (
    await sql<{ left: number }>`
      select granted - reserved - used as left from entitlement_account where customer_id = ${customerId} and kind = 'group'`.execute(
      db,
    )
  ).rows[0]?.left;
