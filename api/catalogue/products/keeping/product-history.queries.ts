import { sql } from 'kysely';
import type { ReferenceNames } from '#api/platform/audit/history.rules.ts';
import { listOperatorHistory, type RecordedValues } from '#api/platform/audit/operator-history.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
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

/**
 * A page of what operators and API keys changed of a product, newest first, with the names of what its fields refer to. What the
 * operator does not see of it has no name. The caller of this function checks that the operator sees the product.
 */
export const listProductHistory = (
  db: Db,
  operator: OperatorScope,
  productId: number,
  page: { offset: number; limit: number },
): Promise<ReplyOf<'GET /api/operator/products/:id/history'>> =>
  listOperatorHistory(db, operator, {
    ...page,
    subject: { kind: 'product', id: productId },
    labels: PRODUCT_HISTORY,
    readNames: (recorded) => readNames(db, operator, recorded),
  });

const idsOf = (recorded: RecordedValues, ...fields: string[]): number[] =>
  recorded.flatMap((values) =>
    fields.flatMap((field) => [values[field]].flat().filter((value): value is number => typeof value === 'number')),
  );

async function readNames(db: Db, operator: OperatorScope, recorded: RecordedValues): Promise<ReferenceNames> {
  const found = await sql<{ kind: string; id: number; name: string }>`
    select 'category' as kind, id, name from category where id = any (${idsOf(recorded, 'categoryIds')}::bigint[]) and id in ${visibleCategoryIds(operator)}
    union all select 'specification_option', o.id, s.name || ': ' || o.name from specification_option o join specification s on s.id = o.specification_id
      where o.id = any (${idsOf(recorded, 'optionIds')}::bigint[]) and o.id in ${visibleOptionIds(operator)}
    union all select 'size_guide', g.id, g.name from size_guide g where g.id = any (${idsOf(recorded, 'sizeGuideId')}::bigint[])
      and ${isGuideVisibleTo(operator)}
    union all select 'organisation', o.id, o.name from organisation o
      where o.id = any (${idsOf(recorded, 'madeForId', 'clientId', 'organisationId')}::bigint[]) and o.brand_id = any (${brandsOf(operator)})
    union all select 'product', p.id, p.name from product p where p.id = any (${idsOf(recorded, 'successorId', 'copyOfId', 'relatedIds', 'crossSellIds')}::bigint[]) and ${isVisibleTo(operator)}`.execute(
    db,
  );
  const names: Record<string, Map<number, string>> = {};
  for (const { kind, id, name } of found.rows) {
    names[kind] ??= new Map();
    names[kind].set(id, name);
  }
  return names;
}
