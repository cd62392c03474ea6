import { sql } from 'kysely';
import { isVisibleTo } from '#api/catalogue/kept-products/kept-products.queries.ts';
import { toUtcString } from '#api/ordering/order-states/order-states.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ReplyOf } from '#contract/index.ts';

type Movement = ReplyOf<'GET /api/operator/stock/movements/changes'>['movements'][number];

/** These movements of garments that the operator sees. Orders of clients of other brands are left out. */
export async function readMovements(db: Db, operator: OperatorScope, ids: readonly number[]): Promise<Movement[]> {
  const { rows } = await sql<Omit<Movement, 'createdOnUtc'> & { createdAt: Date }>`
    select e.id, e.combination_id as "combinationId", c.sku, e.kind, e.created_at as "createdAt", e.on_hand_delta as "onHandChange",
      e.reserved_delta as "reservedChange", case when g.brand_id = any (${[...operator.brandIds]}::bigint[]) then e.order_id end as "orderId"
    from stock_entry e
    join combination c on c.id = e.combination_id
    join product p on p.id = c.product_id
    left join organisation g on g.id = e.organisation_id
    where e.id = any (${[...ids]}::bigint[]) and ${isVisibleTo(operator)}`.execute(db);
  return rows.map(({ createdAt, ...movement }) => ({ ...movement, createdOnUtc: toUtcString(createdAt) }));
}
