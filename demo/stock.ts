import type { Calendar } from './calendar.ts';
import type { Product } from './catalogue-rows.ts';
import type { Row } from './insert.ts';
import { Random } from './random.ts';

/** A stock movement of a combination caused by an order. */
export interface StockEvent {
  combinationId: number;
  kind: 'reserve' | 'release' | 'ship' | 'return';
  quantity: number;
  organisationId: number;
  orderId: number;
  orderLineId: number;
  at: Date;
}

interface Entry extends Row {
  combination_id: number;
  kind: string;
  on_hand_delta: number;
  reserved_delta: number;
  organisation_id: number | null;
  order_id: number | null;
  order_line_id: number | null;
  reason: string | null;
  created_at: Date;
}

export const canOversell = ({ sheet }: Product) => sheet.unmanaged === true || (sheet.backorder ?? 0) > 0;

/** Free pieces of each combination after all bookings; below zero means reserved from the next delivery. What comes in one size is in stock. */
export function drawStockTargets(products: Product[]): Map<number, number> {
  const random = new Random('stock');
  const targets = new Map<number, number>();
  for (const product of products) {
    const sizeCount = product.sheet.sizes?.values.length ?? 1;
    for (const { id, values } of product.combinations) {
      const colour = product.sheet.colours ? (product.attributes[0]?.values.indexOf(values[0] as never) ?? 0) : 0;
      const size = product.sheet.sizes?.values.indexOf(values[product.sheet.colours ? 1 : 0]?.name ?? '') ?? 0;
      const middle = 1 - Math.abs((size + 0.5) / sizeCount - 0.42) * 1.5;
      const usual = (product.sheet.usualStock ?? 60) * Math.max(middle, 0.15) * 0.75 ** colour * (0.6 + random.next() * 0.8);
      const draw = random.next();
      targets.set(
        id,
        product.sheet.unmanaged
          ? 0
          : draw < 0.06
            ? canOversell(product)
              ? -random.between(2, 15)
              : product.combinations.length === 1
                ? Math.round(usual)
                : 0
            : draw < 0.12
              ? random.between(1, 4)
              : Math.round(usual),
      );
    }
  }
  return targets;
}

/**
 * The ledger of all combinations, oldest entry first: what orders did, and the deliveries that it took for no shelf to be
 * empty when something was taken from it and for the targets to be met in the end.
 */
export function createStockLedger(
  products: Product[],
  events: StockEvent[],
  targets: Map<number, number>,
  opening: Date,
): Entry[] {
  const byCombination = Map.groupBy(events, ({ combinationId }) => combinationId);
  const ledger = products.flatMap((product) =>
    product.combinations.flatMap(({ id }) =>
      keepOne(id, byCombination.get(id) ?? [], targets.get(id) ?? 0, canOversell(product), opening),
    ),
  );
  return ledger.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

/** Movements of a batch of further orders, with deliveries that keep the free stock unchanged. */
export function createStockMovements(events: StockEvent[], oversells: (combinationId: number) => boolean): Entry[] {
  const ledger = [...Map.groupBy(events, ({ combinationId }) => combinationId)].flatMap(([id, own]) => {
    const first = Math.min(...own.map(({ at }) => at.getTime()));
    return keepOne(id, own, 0, oversells(id), new Date(first - 3_600_000));
  });
  return ledger.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

function keepOne(combinationId: number, events: StockEvent[], target: number, oversells: boolean, opening: Date): Entry[] {
  const inOrder = events.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const sum = (...kinds: string[]) =>
    events.reduce((total, { kind, quantity }) => total + (kinds.includes(kind) ? quantity : 0), 0);
  const gone = sum('ship') - sum('return');
  const promised = sum('reserve') - sum('release', 'ship');
  let toCome = Math.max(gone + promised + target, sum('ship'));
  const share = Math.max(12, Math.ceil(toCome / (1 + Math.min(4, Math.floor(toCome / 120))) / 6) * 6);
  const entries: Entry[] = [];
  let onHand = 0;
  let reserved = 0;
  const receive = (needed: number, at: Date) => {
    const quantity = Math.min(toCome, Math.max(needed, share));
    if (quantity <= 0) return;
    toCome -= quantity;
    onHand += quantity;
    const reason = entries.length === 0 ? 'Opening stock' : 'Delivery from the maker';
    entries.push({
      combination_id: combinationId,
      kind: 'receipt',
      on_hand_delta: quantity,
      reserved_delta: 0,
      organisation_id: null,
      order_id: null,
      order_line_id: null,
      reason,
      created_at: at,
    });
  };
  receive(0, opening);
  for (const event of inOrder) {
    const { onHandDelta, reservedDelta } = effectOf(event);
    const missing =
      event.kind === 'ship'
        ? event.quantity - onHand
        : event.kind === 'reserve' && !oversells
          ? event.quantity - (onHand - reserved)
          : 0;
    if (missing > 0) receive(missing, new Date(event.at.getTime() - 60_000));
    onHand += onHandDelta;
    reserved += reservedDelta;
    entries.push({
      combination_id: combinationId,
      kind: event.kind,
      on_hand_delta: onHandDelta,
      reserved_delta: reservedDelta,
      organisation_id: event.organisationId,
      order_id: event.orderId,
      order_line_id: event.orderLineId,
      reason: null,
      created_at: event.at,
    });
  }
  const last = inOrder.at(-1)?.at ?? opening;
  while (toCome > 0) receive(toCome, last);
  return entries;
}

function effectOf({ kind, quantity }: StockEvent): { onHandDelta: number; reservedDelta: number } {
  switch (kind) {
    case 'reserve':
      return { onHandDelta: 0, reservedDelta: quantity };
    case 'release':
      return { onHandDelta: 0, reservedDelta: -quantity };
    case 'ship':
      return { onHandDelta: -quantity, reservedDelta: -quantity };
    case 'return':
      return { onHandDelta: quantity, reservedDelta: 0 };
  }
}

/** Deliveries due: for most combinations out of stock, and for some others. */
export function incomingRows(products: Product[], targets: Map<number, number>, calendar: Calendar): Row[] {
  const random = new Random('incoming');
  return products
    .filter(({ sheet }) => !sheet.unmanaged)
    .flatMap(({ sheet, combinations }) =>
      combinations
        .filter(({ id }) => random.chance((targets.get(id) ?? 0) <= 4 ? 0.75 : 0.05))
        .flatMap(({ id }) => {
          const days = random.between(4, 38);
          const quantity = Math.max(6, Math.round(((sheet.usualStock ?? 60) * (0.5 + random.next())) / 6) * 6);
          const later = random.chance(0.2)
            ? [{ combination_id: id, due_on: calendar.date(days + random.between(20, 45)), quantity }]
            : [];
          return [{ combination_id: id, due_on: calendar.date(days), quantity }, ...later];
        }),
    );
}

/** Pending pieces of which too few are on hand are promised for the next delivery. */
export const PROMISE_NEXT_DELIVERIES_SQL = `
  update order_line l set due_on = (select min(i.due_on) from stock_incoming i where i.combination_id = l.combination_id and i.due_on >= current_date)
  from stock_level s
  where s.combination_id = l.combination_id and s.on_hand < s.reserved and l.quantity > l.shipped_quantity + l.cancelled_quantity`;

/** Stock levels, computed from the ledger so that they cannot differ from it. */
export const INSERT_STOCK_LEVELS_SQL = `
  insert into stock_level (combination_id, product_id, on_hand, reserved, can_oversell, shelf)
  select c.id, c.product_id, coalesce(e.on_hand, 0), coalesce(e.reserved, 0), not p.manages_stock or p.backorder_mode > 0,
    chr((65 + c.product_id % 8)::int) || to_char(1 + c.product_id / 8 % 24, '"-"FM00') || '-' || 1 + c.id % 6
  from combination c
  join product p on p.id = c.product_id
  left join (select combination_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved from stock_entry group by combination_id) e
    on e.combination_id = c.id
  where not exists (select from stock_level s where s.combination_id = c.id)`;

export const UPDATE_STOCK_LEVELS_SQL = `
  update stock_level s set on_hand = s.on_hand + d.on_hand, reserved = s.reserved + d.reserved, version = s.version + 1
  from (select id, sum(on_hand) as on_hand, sum(reserved) as reserved from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as m (id, on_hand, reserved) group by id) d
  where s.combination_id = d.id`;
