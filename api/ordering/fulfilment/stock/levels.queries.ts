import { type RawBuilder, sql } from 'kysely';
import { isSharedBeyond, isVisibleTo } from '#api/catalogue/kept-products/kept-products.queries.ts';
import { catalogueCurrency, cataloguePrice } from '#api/catalogue/pricing/catalogue-price.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { escapeLike } from '#api/platform/db/escape-like.ts';
import { isLikeAny, searchWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf } from '#contract/index.ts';
import { allocatedLines } from '../allocation.queries.ts';

type LevelQuery = QueryOf<'GET /api/operator/stock'>;
type LevelFilters = Omit<LevelQuery, 'page' | 'limit'>;

/** The stock of a combination with what the list shows of it. */
export interface LevelRow {
  id: number;
  productId: number;
  productName: string;
  sku: string;
  gtin: string | null;
  attributeDescription: string;
  onHand: number;
  reserved: number;
  expected: number;
  expectedOn: string | null;
  lowStockThreshold: number | null;
  isLow: boolean;
  shelf: string | null;
  /** Catalogue price in minor units, without tax. */
  priceMinor: number;
  managesStock: boolean;
  canOversell: boolean;
  isDiscontinued: boolean;
}

/** Sums over all rows that match. */
export interface LevelTotals {
  totalCount: number;
  onHand: number;
  reserved: number;
  expected: number;
  valueMinor: number;
}

/** Whether few pieces are available: fewer than the threshold of the level, or else no more than the product's own number. */
const isLow = sql<boolean>`(p.manages_stock and coalesce(s.on_hand, 0) - coalesce(s.reserved, 0)
  <= coalesce(s.low_stock_threshold - 1, p.low_stock_quantity))`;

const levelColumns = sql`
  c.id, c.product_id as "productId", p.name as "productName", c.sku, coalesce(c.gtin, p.gtin) as gtin, c.description as "attributeDescription",
  coalesce(s.on_hand, 0) as "onHand", coalesce(s.reserved, 0) as reserved, coalesce(i.quantity, 0)::int as expected, i.due_on as "expectedOn",
  s.low_stock_threshold as "lowStockThreshold", ${isLow} as "isLow", s.shelf, ${cataloguePrice} as "priceMinor", p.manages_stock as "managesStock",
  coalesce(s.can_oversell, not p.manages_stock or p.backorder_mode > 0) as "canOversell", c.discontinued as "isDiscontinued"`;

const STATES: Readonly<Record<string, RawBuilder<unknown>>> = {
  low: isLow,
  out: sql`p.manages_stock and coalesce(s.on_hand, 0) <= coalesce(s.reserved, 0)`,
  oversold: sql`s.on_hand < s.reserved`,
  expected: sql`i.quantity > 0`,
};

/** How the list is ordered: by a value of the level, and among equal ones by name. `found` has the value as `rank`. */
interface Sort {
  rank: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const none = sql`null::int`;
const free = sql`coalesce(s.on_hand, 0) - coalesce(s.reserved, 0)`;
const rising = sql`rank nulls last, place, display_order, id`;
const falling = sql`rank desc nulls last, place, display_order, id`;

const SORTS: Readonly<Record<string, Sort>> = {
  product: { rank: none, order: sql`place, display_order, id` },
  '-product': { rank: none, order: sql`place desc, display_order desc, id desc` },
  sku: { rank: sql`lower(c.sku) collate "C"`, order: rising },
  '-sku': { rank: sql`lower(c.sku) collate "C"`, order: falling },
  shelf: { rank: sql`lower(s.shelf) collate "C"`, order: rising },
  '-shelf': { rank: sql`lower(s.shelf) collate "C"`, order: falling },
  available: { rank: free, order: rising },
  '-available': { rank: free, order: falling },
  value: { rank: sql`greatest(coalesce(s.on_hand, 0), 0) * ${cataloguePrice}`, order: rising },
  '-value': { rank: sql`greatest(coalesce(s.on_hand, 0), 0) * ${cataloguePrice}`, order: falling },
};

const findSort = (sort = 'product'): Sort => SORTS[sort] ?? (SORTS.product as Sort);

/** Words of a search: each is in the name of the product, or in the combination. */
const containsEach = (searchTerm: string | undefined) =>
  searchWords(searchTerm).map(
    (spellings) => sql`(${isLikeAny(sql`p.words`, spellings)} or ${isLikeAny(sql`lower(c.sku)`, spellings)}
      or ${isLikeAny(sql`c.gtin`, spellings)} or ${isLikeAny(sql`searchable_text(c.description)`, spellings)})`,
  );

/**
 * The rows that match, as `found`, with numbers alone, so that all of them fit into memory. Products are sorted once by name (`place`), so that their
 * combinations are sorted by numbers.
 */
function findLevels(operator: OperatorScope, { searchTerm, state = '', shelf = '', sort }: LevelFilters): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...containsEach(searchTerm),
    ...(shelf.trim() === '' ? [] : [sql`lower(s.shelf) like ${`${escapeLike(shelf.trim().toLowerCase())}%`}`]),
    ...(STATES[state] ? [STATES[state]] : []),
  ];
  return sql`
    kept as materialized (
      select p.id, p.manages_stock, p.low_stock_quantity, p.price_minor, searchable_text(concat_ws(' ', p.name, p.gtin)) as words,
        row_number() over (order by lower(p.name) collate "C", p.id)::int as place
      from product p where ${isVisibleTo(operator)}),
    incoming as materialized (select combination_id, sum(quantity)::int as quantity from stock_incoming group by 1),
    found as materialized (
      select c.id, p.place, c.display_order, ${findSort(sort).rank} as rank, coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved,
        coalesce(i.quantity, 0) as expected, greatest(coalesce(s.on_hand, 0), 0) * ${cataloguePrice} as value_minor
      from kept p join combination c on c.product_id = p.id
      left join stock_level s on s.combination_id = c.id
      left join incoming i on i.combination_id = c.id
      where ${sql.join(conditions, sql` and `)})`;
}

/** Rows for the combinations with the ids of `x`. */
const levelsFrom = (source: RawBuilder<unknown>) => sql`
  select ${levelColumns} from ${source}
  join combination c on c.id = x.id
  join product p on p.id = c.product_id
  left join stock_level s on s.combination_id = c.id
  left join lateral (select sum(quantity) as quantity, min(due_on) as due_on from stock_incoming where combination_id = c.id) i on true`;

/** A page of the stock that the operator sees, with the sums of all pages, in one statement. */
export async function listLevels(
  db: Db,
  operator: OperatorScope,
  query: LevelQuery,
): Promise<{ rows: LevelRow[]; totals: LevelTotals; currencyCode: string }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const { rows } = await sql<{ rows: LevelRow[]; totals: LevelTotals; currencyCode: string }>`
    with ${findLevels(operator, query)},
    page as (
      select id, row_number() over () as position
      from (select id from found order by ${findSort(query.sort).order} limit ${limit} offset ${offset}) f)
    select ${catalogueCurrency} as "currencyCode",
      (select json_build_object('totalCount', count(*), 'onHand', coalesce(sum(on_hand), 0), 'reserved', coalesce(sum(reserved), 0),
        'expected', coalesce(sum(expected), 0), 'valueMinor', coalesce(sum(value_minor), 0)) from found) as totals,
      (select coalesce(json_agg(r order by position), '[]')
        from (select x.position, y.* from page x join (${levelsFrom(sql`page x`)}) y on y.id = x.id) r) as rows`.execute(db);
  return rows[0] as { rows: LevelRow[]; totals: LevelTotals; currencyCode: string };
}

/** The ids of all combinations that match, in the order of the list. */
export async function listLevelIds(db: Db, operator: OperatorScope, query: LevelFilters): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with ${findLevels(operator, query)} select id from found order by ${findSort(query.sort).order}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The stock of these combinations, in this order; those that the operator does not see are left out. */
export async function listLevelsByIds(db: Db, operator: OperatorScope, ids: readonly number[]): Promise<LevelRow[]> {
  const { rows } = await sql<LevelRow>`
    ${levelsFrom(sql`unnest(${[...ids]}::bigint[]) with ordinality as x (id, place)`)} where ${isVisibleTo(operator)} order by x.place`.execute(
    db,
  );
  return rows;
}

/** The stock of one combination with what only its page shows. */
export interface LevelDetailRow extends LevelRow {
  version: number;
  countedAt: Date | null;
  isSharedBeyond: boolean;
  fieldVersions: Record<string, number>;
  currencyCode: string;
  reservations: {
    orderId: number;
    orderItemId: number;
    organisationName: string;
    quantity: number;
    readyQuantity: number;
    isFirst: boolean;
    dueOn: string | null;
    isReleased: boolean;
  }[];
  otherReserved: number;
  otherOrganisations: number;
  deliveries: { id: number; dueOn: string; quantity: number; reference: string | null; version: number }[];
}

/** Orders in a reply. */
const MAX_RESERVATIONS = 200;

/** The stock of a combination that the operator sees, with the orders that have reserved it, in one statement; undefined for any other. */
export async function findLevel(db: Db | Tx, operator: OperatorScope, id: number): Promise<LevelDetailRow | undefined> {
  const { rows } = await sql<LevelDetailRow>`
    with held as materialized (
      select e.organisation_id, e.order_id, e.order_line_id, sum(e.reserved_delta)::int as quantity, g.name, g.brand_id = any (${[...operator.brandIds]}::bigint[]) as own
      from stock_entry e join organisation g on g.id = e.organisation_id
      where e.combination_id = ${id} and e.order_id is not null and e.reserved_delta <> 0
      group by 1, 2, 3, 5, 6 having sum(e.reserved_delta) <> 0)
    select l.*, ${catalogueCurrency} as "currencyCode", coalesce(s.details_version, 1) as version, coalesce(s.field_versions, '{}') as "fieldVersions",
      s.counted_at as "countedAt", (select ${isSharedBeyond(operator)} from product p where p.id = l."productId") as "isSharedBeyond",
      (select coalesce(json_agg(json_build_object('orderId', h.order_id, 'orderItemId', h.order_line_id, 'organisationName', h.name, 'quantity', h.quantity,
          'readyQuantity', h.ready, 'isFirst', h.priority > 0, 'dueOn', h.due_on, 'isReleased', h.released) order by h.order_id, h.order_line_id), '[]')
        from (select h.*, n.due_on, n.queue_priority as priority, coalesce(a.ready, 0) as ready, o.released_at is not null as released from held h
          join orders o on o.organisation_id = h.organisation_id and o.id = h.order_id
          join order_line n on n.organisation_id = h.organisation_id and n.id = h.order_line_id
          left join ${allocatedLines} a on a.combination_id = ${id} and a.organisation_id = h.organisation_id and a.line_id = h.order_line_id
          where h.own order by h.order_id, h.order_line_id limit ${MAX_RESERVATIONS}) h) as reservations,
      (select coalesce(sum(quantity), 0)::int from held where not own) as "otherReserved",
      (select count(distinct organisation_id)::int from held where not own) as "otherOrganisations",
      (select coalesce(json_agg(json_build_object('id', i.id, 'dueOn', i.due_on, 'quantity', i.quantity, 'reference', i.reference, 'version', i.version)
        order by i.due_on, i.id), '[]') from stock_incoming i where i.combination_id = l.id) as deliveries
    from (${levelsFrom(sql`(select ${id}::bigint as id) x`)} where ${isVisibleTo(operator)}) l
    left join stock_level s on s.combination_id = l.id`.execute(db);
  return rows[0];
}

/** The currency of catalogue prices. */
export async function findCatalogueCurrency(db: Db): Promise<string> {
  const { rows } = await sql<{ code: string }>`select ${catalogueCurrency} as code`.execute(db);
  return rows[0]?.code as string;
}
