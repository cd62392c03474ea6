import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { foldText } from '#contract/platform/fold-text.ts';
import { limitedTo } from '../products/listing.queries.ts';
import { visibleTo } from '../range/product-visibility.queries.ts';
import { toSearchWords } from '../range/range-list.queries.ts';
import { type StockedCombination, type StockRow, stockedColumns, stockedFrom, toStocked } from '../stock/stock.queries.ts';
import { readAttributeFilters } from './attribute-filters.rules.ts';

/** Filters of the stock enquiry; 0 and absent mean no filter. */
export type StockFilter = Pick<QueryOf<'GET /api/stock'>, 'businessAreaId' | 'filters' | 'keyword'>;

/** A shorter word counts only as a whole: "S" is a size, and not the beginning of "Sky" or "Slim". */
const MIN_PREFIX_LENGTH = 3;

/** Condition that a word is found in the choices or the SKU of combination `c`, or in the name or own SKU of its product. */
const hasWord = ({ organisationId }: Scope, word: string): RawBuilder<unknown> => sql`
  (c.search @@ raw_lexeme(${word}, ${word.length >= MIN_PREFIX_LENGTH}) or c.product_id = any (array(
    select named.product_id from product_listing named
    where named.organisation_id = ${organisationId} and named.search @@ keyword_query(${word})
      and (text_vector(named.name) @@ keyword_query(${word}) or starts_with(lower(named.sku), ${word})))))`;

/** Condition that combination `c` has one of these values of an attribute. */
const hasValue = (name: string, values: readonly string[]): RawBuilder<unknown> => sql`
  exists (
    select from product_attribute pa join attribute a on a.id = pa.attribute_id join product_attribute_value v on v.product_attribute_id = pa.id
    where pa.product_id = c.product_id and lower(a.name) = ${name} and v.id = any (c.value_ids) and lower(v.name) = any (${[...values]}::text[]))`;

/** The order of the range, for `findStock`. */
const inOrder = sql`found.display_order, found.name, found.product_id, found.choice_order, found.id`;

/** The combinations that match, with what they are sorted by. */
function findStock(scope: Scope, { keyword, filters, businessAreaId }: StockFilter): RawBuilder<unknown> {
  const { organisationId } = scope;
  const conditions = [
    sql`not c.discontinued`,
    visibleTo(scope),
    ...(businessAreaId ? [limitedTo('business_area', organisationId, businessAreaId)] : []),
    ...toSearchWords(keyword).map((word) => hasWord(scope, word)),
    ...[...readAttributeFilters(filters)].map(([name, values]) => hasValue(name, values)),
  ];
  return sql`
    select c.id, l.display_order, l.name, l.product_id, c.display_order as choice_order
    from product_listing l join combination c on c.product_id = l.product_id
    where l.organisation_id = ${organisationId} and ${sql.join(conditions, sql` and `)}`;
}

/** The attributes of the products that a person can see, those with a role first. */
const attributeNames = (scope: Scope) => sql`
  array(select a.name from attribute a
    where a.id in (
      select pa.attribute_id from product_attribute pa join product_listing l on l.product_id = pa.product_id
      where l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)})
    order by array_position(array['colour', 'size', 'fit', 'length'], a.role), a.name)`;

/** A page of the stock that a person can see, in the order of the range, in one statement. */
export async function listStock(
  db: Db,
  scope: Scope,
  filter: StockFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ stock: StockedCombination[]; totalCount: number; attributeNames: string[] }> {
  type Sums = { total_count: number; attribute_names: string[]; place: number | null };
  const found = await sql<Sums & (StockRow | { product_id: null })>`
    with found as materialized (${findStock(scope, filter)}),
    shown as materialized (
      select page.id, row_number() over () as place from (select found.id from found order by ${inOrder} limit ${limit} offset ${offset}) page)
    select t.total_count, t.attribute_names, stocked.*
    from (select (select count(*) from found)::int as total_count, ${attributeNames(scope)} as attribute_names) t
    left join (
      select shown.place, ${stockedColumns} ${stockedFrom(scope, sql`shown join combination c on c.id = shown.id`)}) stocked on true
    order by stocked.place`.execute(db);
  return {
    stock: found.rows.flatMap((row) => (row.product_id === null ? [] : [toStocked(row as StockRow)])),
    totalCount: found.rows[0]?.total_count ?? 0,
    attributeNames: found.rows[0]?.attribute_names ?? [],
  };
}

/** The ids of all combinations that match, in the order of the list. */
export async function listStockIds(db: Db, scope: Scope, filter: StockFilter): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select found.id from (${findStock(scope, filter)}) found order by ${inOrder}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Combinations by id, in the order given; those that are not, or no longer, in the person's range are missing. */
export async function listStockByIds(db: Db, scope: Scope, ids: readonly number[]): Promise<StockedCombination[]> {
  const found = await sql<StockRow>`
    select ${stockedColumns}
    ${stockedFrom(scope, sql`unnest(${[...ids]}::bigint[]) with ordinality asked (id, place) join combination c on c.id = asked.id`)}
    order by asked.place`.execute(db);
  return found.rows.map(toStocked);
}

const MAX_VALUES = 20;

/** Values of an attribute among the products that a person can see, without regard to case and accents, those that begin with the keyword first. */
export async function listAttributeValues(
  db: Db,
  scope: Scope,
  { attributeName = '', keyword = '' }: QueryOf<'GET /api/product/productAttributesValues'>,
): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select min(v.name) as name
    from attribute a
    join product_attribute pa on pa.attribute_id = a.id
    join product_listing l on l.organisation_id = ${scope.organisationId} and l.product_id = pa.product_id and ${visibleTo(scope)}
    join product_attribute_value v on v.product_attribute_id = pa.id and ${matchesWords(sql`searchable_text(v.name)`, keyword)}
    where lower(a.name) = ${attributeName.trim().toLowerCase()}
      and exists (select from combination c where c.product_id = l.product_id and not c.discontinued and v.id = any (c.value_ids))
    group by lower(v.name)
    order by bool_or(starts_with(fold_text(v.name), ${foldText(keyword.trim())})) desc, min(v.name) collate "und-x-icu"
    limit ${MAX_VALUES}`.execute(db);
  return found.rows.map(({ name }) => name);
}
