import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { TestOperatorClient } from './portal.ts';

/**
 * A system of the supplier that keeps its own copy of orders, returns and documents: from events alone, and from the lists of changes alone. It knows the
 * guides for receivers and nothing of the portal's code.
 */

/** A line as events tell it and as it is stored. */
interface CopiedLine {
  orderItemId: number;
  combinationId: number;
  quantity: number;
  shippedQuantity: number;
  cancelledQuantity: number;
  pendingQuantity: number;
  readyToCollectQuantity: number;
  returnedQuantity: number;
  dueOn: string | null;
}

interface CopiedOrder {
  orderStatusId: number;
  shippingStatusId: number;
  paymentStatusId: number;
  /** Whether the warehouse may ship it. */
  isReleased: boolean;
  lines: CopiedLine[];
  /** How often what has happened to it. */
  told: Record<string, number>;
}

/** What a receiver of events knows, or what is stored of that. */
export interface OrderCopies {
  orders: Record<number, CopiedOrder>;
  /** The status of each return request. */
  returns: Record<number, number>;
  /** The invoices and credit notes that were issued. */
  documents: number[];
}

/** An event as a receiver gets it. */
export interface ReceivedEvent {
  id: string;
  type: string;
  sequence: number;
  data: Record<string, unknown> & Partial<CopiedOrder> & { orderId?: number; returnId?: number; invoiceId?: number };
}

/** What happens to an order without a change of what is on the shelf or in the books: how often it has happened is what counts. */
const ACTS = [
  'order.approved',
  'order.rejected',
  'order.sent_back',
  'order.expired',
  'order.changed',
  'order.pieces_cancelled',
  'order.cancelled',
  'order.dates_moved',
  'order.picking_started',
  'order.ready_to_collect',
  'order.shipped',
  'order.delivered',
  'order.completed',
  'return.requested',
  'return.cancelled',
  'return.received',
  'return.decided',
];

/**
 * The copies that follow from events, as docs/WEBHOOKS.md tells receivers: an id that is known is ignored, and of the states of an order those with the highest
 * sequence count. What may be shipped follows from `order.released` and `order.withheld`, and what is paid from `order.placed` and `order.payment_changed`, alone.
 */
export function copyFromEvents(events: readonly ReceivedEvent[]): OrderCopies {
  const copies: OrderCopies = { orders: {}, returns: {}, documents: [] };
  const known = new Set<string>();
  const newest = new Map<string, number>();
  const isNewest = (what: string, sequence: number) => {
    if (sequence < (newest.get(what) ?? 0)) return false;
    newest.set(what, sequence);
    return true;
  };
  for (const { id, type, sequence, data } of events) {
    if (known.has(id)) continue;
    known.add(id);
    if (data.invoiceId !== undefined) copies.documents.push(data.invoiceId);
    if (data.returnId !== undefined && isNewest(`return ${data.returnId}`, sequence))
      copies.returns[data.returnId] = data.returnStatusId as number;
    if (data.orderId === undefined) continue;
    const order: CopiedOrder = copies.orders[data.orderId] ?? {
      orderStatusId: 0,
      shippingStatusId: 0,
      paymentStatusId: 10,
      isReleased: false,
      lines: [],
      told: {},
    };
    copies.orders[data.orderId] = order;
    if (ACTS.includes(type)) order.told[type] = (order.told[type] ?? 0) + 1;
    if (isNewest(`order ${data.orderId}`, sequence)) {
      order.orderStatusId = data.orderStatusId as number;
      order.shippingStatusId = data.shippingStatusId as number;
      order.lines = data.lines as CopiedLine[];
    }
    if ((type === 'order.placed' || type === 'order.payment_changed') && isNewest(`payment ${data.orderId}`, sequence))
      order.paymentStatusId = data.paymentStatusId as number;
    if ((type === 'order.released' || type === 'order.withheld') && isNewest(`release ${data.orderId}`, sequence))
      order.isReleased = type === 'order.released';
  }
  return copies;
}

/** What is stored of orders after `afterOrder`, of their returns, and of documents after `afterDocument`, in the form of the copies. */
export async function readTruth(
  db: Db,
  { afterOrder, afterDocument }: { afterOrder: number; afterDocument: number },
): Promise<OrderCopies> {
  const { rows } = await sql<{ copies: OrderCopies }>`
    select json_build_object(
      'orders', (select coalesce(json_object_agg(o.id, json_build_object('orderStatusId', o.order_state_id, 'shippingStatusId', o.shipping_state_id,
          'paymentStatusId', o.payment_state_id, 'isReleased', o.released_at is not null, 'lines', (
            select json_agg(json_build_object('orderItemId', l.id, 'combinationId', l.combination_id, 'quantity', l.quantity,
              'shippedQuantity', l.shipped_quantity, 'cancelledQuantity', l.cancelled_quantity,
              'pendingQuantity', l.quantity - l.shipped_quantity - l.cancelled_quantity, 'readyToCollectQuantity', l.packed_quantity,
              'returnedQuantity', l.returned_quantity, 'dueOn', l.due_on) order by l.id)
            from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id),
          'told', coalesce((select json_object_agg(t.type, t.count) from (
            select e.type, count(*)::int as count from (
              select case when e.kind in ('approved', 'partly_approved') then 'order.approved' when e.kind = 'rejected' then 'order.rejected'
                when e.kind = 'sent_back' then 'order.sent_back' when e.kind = 'note' and e.data -> 'cause' ->> 'kind' = 'approval_expired' then 'order.expired'
                when e.kind = 'line_changed' then 'order.changed' when e.kind in ('pieces_cancelled', 'lines_cancelled') then 'order.pieces_cancelled'
                when e.kind = 'cancelled' then 'order.cancelled' when e.kind = 'date_moved' then 'order.dates_moved'
                when e.kind = 'picking_started' then 'order.picking_started' when e.kind = 'ready_to_collect' then 'order.ready_to_collect'
                when e.kind = 'shipped' then 'order.shipped'
                when e.kind = 'delivered' then 'order.delivered' when e.kind = 'completed' then 'order.completed'
                when e.kind in ('return_cancelled', 'exchange_expired') then 'return.cancelled' when e.kind = 'return_received' then 'return.received'
                when e.kind in ('return_authorized', 'return_rejected', 'return_repaired', 'return_replaced', 'return_refunded') then 'return.decided' end as type
              from order_event e where e.organisation_id = o.organisation_id and e.order_id = o.id
              union all select 'return.requested' from return_request r where r.organisation_id = o.organisation_id and r.order_id = o.id) e
            where e.type is not null group by 1) t), '{}'))), '{}')
        from orders o where o.organisation_id = 1 and o.id > ${afterOrder}),
      'returns', (select coalesce(json_object_agg(r.id, r.return_state_id), '{}') from return_request r where r.organisation_id = 1 and r.order_id > ${afterOrder}),
      'documents', (select coalesce(json_agg(i.id order by i.id), '[]') from invoice i where i.organisation_id = 1 and i.id > ${afterDocument})) as copies`.execute(
    db,
  );
  return rows[0]?.copies as OrderCopies;
}

/** An object with its properties in one order, as text. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** In what copies differ from what is stored; empty when they agree. */
export function compareCopies(copies: OrderCopies, truth: OrderCopies): string[] {
  const strip = ({ lines, ...order }: CopiedOrder) => ({
    ...order,
    // Events name more of a line than is compared.
    lines: lines.map(
      ({
        orderItemId,
        combinationId,
        quantity,
        shippedQuantity,
        cancelledQuantity,
        pendingQuantity,
        readyToCollectQuantity,
        returnedQuantity,
        dueOn,
      }) => [
        ...[orderItemId, combinationId, quantity, shippedQuantity, cancelledQuantity],
        ...[pendingQuantity, readyToCollectQuantity, returnedQuantity, dueOn],
      ],
    ),
  });
  const differences: string[] = [];
  for (const id of new Set([...Object.keys(copies.orders), ...Object.keys(truth.orders)])) {
    const [copied, stored] = [copies.orders[Number(id)], truth.orders[Number(id)]].map((order) =>
      toText(order ? strip(order) : null),
    );
    if (copied !== stored) differences.push(`order ${id}: ${copied} instead of ${stored}`);
  }
  if (toText(copies.returns) !== toText(truth.returns))
    differences.push(`returns: ${toText(copies.returns)} instead of ${toText(truth.returns)}`);
  const documents = copies.documents.toSorted((a, b) => a - b);
  if (toText(documents) !== toText(truth.documents)) differences.push(`documents: ${documents} instead of ${truth.documents}`);
  return differences;
}

/** The lists of changes, with the key of their records in the reply. */
const FEEDS = {
  orders: '/api/operator/orders/changes',
  shipments: '/api/operator/shipments/changes',
  returnRequests: '/api/operator/returns/changes',
  invoices: '/api/operator/invoices/changes',
  payments: '/api/operator/payments/changes',
  stock: '/api/operator/stock/changes',
} as const;
type Feed = keyof typeof FEEDS;
const ALL_FEEDS = Object.keys(FEEDS) as Feed[];
/** What `readTruth` does not say. */
const OTHER_FEEDS = ALL_FEEDS.filter((feed) => feed !== 'orders');
type AnyPage = Record<Feed, { id: number }[]> & { nextCursor: string; hasMore: boolean };

/** Copies that are kept by asking what has changed since a cursor. */
export interface CursorCopies {
  records: Record<Feed, Map<number, Record<string, unknown>>>;
  /** Reads one page of every list. */
  pull(limit: number): Promise<void>;
  /** Reads until there is nothing more. */
  pullAll(): Promise<void>;
}

/** Begins to keep copies of some lists, or of all, with an API key. */
export function createCursorCopies(client: TestOperatorClient, feeds: readonly Feed[] = ALL_FEEDS): CursorCopies {
  const records = Object.fromEntries(feeds.map((feed) => [feed, new Map()])) as unknown as CursorCopies['records'];
  const cursors = new Map<Feed, string>();
  const read = async (feed: Feed, limit: number): Promise<boolean> => {
    const after = cursors.get(feed);
    const { status, body, errors } = await client.get(`${FEEDS[feed]}?limit=${limit}${after ? `&after=${after}` : ''}`);
    if (status !== 200) throw new Error(`${FEEDS[feed]}: ${status} ${JSON.stringify(errors)}`);
    const page = body as unknown as AnyPage;
    for (const record of page[feed]) records[feed].set(record.id, { ...record });
    cursors.set(feed, page.nextCursor);
    return page.hasMore;
  };
  return {
    records,
    pull: async (limit) => {
      for (const feed of feeds) await read(feed, limit);
    },
    pullAll: async () => {
      for (const feed of feeds) while (await read(feed, 250));
    },
  };
}

/** In what copies differ from fresh ones of every list but that of orders, by list and id. */
export async function compareWithFreshCopies(copies: CursorCopies, client: TestOperatorClient): Promise<string[]> {
  const fresh = createCursorCopies(client, OTHER_FEEDS);
  await fresh.pullAll();
  return OTHER_FEEDS.flatMap((feed) => {
    const ids = new Set([...copies.records[feed].keys(), ...fresh.records[feed].keys()]);
    return [...ids].flatMap((id) => {
      const [copied, current] = [copies.records[feed].get(id), fresh.records[feed].get(id)].map(toText);
      return copied === current ? [] : [`${feed} ${id}: ${copied} instead of ${current}`];
    });
  });
}

/** The orders of copies that were kept by cursor, in the form of `readTruth`, without what only events tell. */
export const ordersOfCursor = ({ records }: CursorCopies): Record<number, Omit<CopiedOrder, 'told'>> =>
  Object.fromEntries(
    [...(records.orders as unknown as Map<number, ReplyOf<'GET /api/operator/orders/changes'>['orders'][number]>).values()].map(
      (order) => [
        order.id,
        {
          orderStatusId: order.orderStatusId,
          shippingStatusId: order.shippingStatusId,
          paymentStatusId: order.paymentStatusId,
          isReleased: order.isReleased,
          lines: order.lines.map(({ id, ...line }) => ({
            orderItemId: id,
            combinationId: line.combinationId,
            quantity: line.quantity,
            shippedQuantity: line.shippedQuantity,
            cancelledQuantity: line.cancelledQuantity,
            pendingQuantity: line.pendingQuantity,
            readyToCollectQuantity: line.readyToCollectQuantity,
            returnedQuantity: line.returnedQuantity,
            dueOn: line.dueOn,
          })),
        },
      ],
    ),
  );
