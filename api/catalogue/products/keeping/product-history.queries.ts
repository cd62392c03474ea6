import { sql } from 'kysely';
import { formatAuditAction, formatFieldChanges, type ReferenceNames } from '#api/platform/audit/history.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import {
  brandsOf,
  isGuideVisibleTo,
  isVisibleTo,
  visibleCategoryIds,
  visibleOptionIds,
} from '../../kept-products/kept-products.queries.ts';
import { PRODUCT_HISTORY } from './product-fields.mapper.ts';

interface EventRow {
  id: number;
  createdAt: Date;
  actor: string | null;
  action: string;
  before: JsonObject | null;
  after: JsonObject | null;
  totalCount: number;
}

/**
 * A page of what operators and API keys changed of a product, newest first, with the names of what its fields refer to. What the
 * operator does not see of it has no name. The caller of this function checks that the operator sees the product.
 */
export async function listProductHistory(
  db: Db,
  operator: OperatorScope,
  productId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<ReplyOf<'GET /api/operator/products/:id/history'>> {
  const { rows } = await sql<EventRow>`
    select e.id, e.created_at as "createdAt", e.action, e.before, e.after, count(*) over ()::int as "totalCount",
      coalesce(actor.name, key.name) as actor
    from audit_event e
    left join operator actor on e.actor_kind = 'operator' and actor.id = e.actor_id
    left join api_key key on e.actor_kind = 'api_key' and key.id = e.actor_id
    left join organisation client on client.id = e.organisation_id
    where e.subject_kind = 'product' and e.subject_id = ${String(productId)} and (e.organisation_id is null or client.brand_id = any (${brandsOf(operator)}))
    order by e.id desc limit ${limit} offset ${offset}`.execute(db);
  const names = await readNames(db, operator, rows);
  return {
    history: rows.map((event) => ({
      id: event.id,
      createdOnUtc: event.createdAt.toISOString(),
      by: event.actor,
      actingFor: null,
      what: formatAuditAction(PRODUCT_HISTORY, event.action),
      changes: formatFieldChanges(PRODUCT_HISTORY, event, names),
    })),
    totalCount: rows[0]?.totalCount ?? 0,
  };
}

const idsOf = (rows: readonly EventRow[], ...fields: string[]): number[] =>
  rows.flatMap(({ before, after }) =>
    [before, after].flatMap((values) =>
      fields.flatMap((field) => [values?.[field]].flat().filter((value): value is number => typeof value === 'number')),
    ),
  );

async function readNames(db: Db, operator: OperatorScope, rows: readonly EventRow[]): Promise<ReferenceNames> {
  const found = await sql<{ kind: string; id: number; name: string }>`
    select 'category' as kind, id, name from category where id = any (${idsOf(rows, 'categoryIds')}::bigint[]) and id in ${visibleCategoryIds(operator)}
    union all select 'specification_option', o.id, s.name || ': ' || o.name from specification_option o join specification s on s.id = o.specification_id
      where o.id = any (${idsOf(rows, 'optionIds')}::bigint[]) and o.id in ${visibleOptionIds(operator)}
    union all select 'size_guide', g.id, g.name from size_guide g where g.id = any (${idsOf(rows, 'sizeGuideId')}::bigint[])
      and ${isGuideVisibleTo(operator)}
    union all select 'organisation', o.id, o.name from organisation o
      where o.id = any (${idsOf(rows, 'madeForId', 'clientId', 'organisationId')}::bigint[]) and o.brand_id = any (${brandsOf(operator)})
    union all select 'product', p.id, p.name from product p where p.id = any (${idsOf(rows, 'successorId', 'copyOfId', 'relatedIds', 'crossSellIds')}::bigint[]) and ${isVisibleTo(operator)}`.execute(
    db,
  );
  const names: Record<string, Map<number, string>> = {};
  for (const { kind, id, name } of found.rows) {
    names[kind] ??= new Map();
    names[kind].set(id, name);
  }
  return names;
}
