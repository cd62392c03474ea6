import { type RawBuilder, sql } from 'kysely';
import { proofKeyWithoutText } from '#api/catalogue/customisation/design-rows.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { DECORATION_PAGE, LINE_CODE_PREFIX } from '#contract/ordering/decoration.ts';
import { deliveryOf, dispatchDay } from '../delivery-options/dispatch-day.queries.ts';
import { allocatedLines, colourAndSize, isShippable } from '../fulfilment/allocation.queries.ts';
import { columnsToMake, undecorated } from '../order-lines/designs-to-make.queries.ts';
import { lineName } from '../order-states/line-names.queries.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { CandidateLine, DecorationLine } from './decoration.rules.ts';

const finishDay = sql`coalesce(l.due_on, ${dispatchDay(sql`g.time_zone`)})`;
const today = sql`(now() at time zone g.time_zone)::date`;

/** Personalised lines `l` with pieces that are not cancelled, of released orders `o` of organisations `g` of the operator's brands, with their day. */
const personalisedLines = (operator: OperatorScope, condition: RawBuilder<unknown>) => sql`
  organisation g
  join orders o on o.organisation_id = g.id and ${isShippable('o')}
  join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id and l.is_personalised and l.quantity > l.cancelled_quantity
  left join lateral ${deliveryOf('o')} so on true
  cross join lateral (select ${finishDay} as day offset 0) finish
  where g.brand_id = any (${[...operator.brandIds]}::bigint[]) and ${condition}`;

const designs = sql`(
  select coalesce(json_agg(json_build_object(${columnsToMake}, 'designKey', k.design_key,
      'approved', (select json_build_object('widthMm', a.width_mm, 'heightMm', a.height_mm, 'colours', a.colours)
        from proof_request q join proof a on a.organisation_id = q.organisation_id and a.request_id = q.id and a.status = 'approved'
        where q.organisation_id = k.organisation_id and q.proof_key = ${proofKeyWithoutText(sql`k`)} order by a.version desc limit 1),
      'logoFile', case when f.id is not null then json_build_object('id', f.id, 'storage_key', f.storage_key) end,
      'productionFiles', (select coalesce(json_agg(s.file_name order by s.file_name), '[]') from logo_file x
        join stored_file s on s.organisation_id = x.organisation_id and s.id = x.file_id
        where x.organisation_id = k.organisation_id and x.logo_id = k.logo_id)) order by k.is_mandatory desc, k.id), '[]')
  from order_line_customisation k left join stored_file f on f.organisation_id = k.organisation_id and f.id = k.logo_file_id
  where k.organisation_id = l.organisation_id and k.order_line_id = l.id)`;

/** The lines that meet a condition on `l`, `o` and `finish.day`, those to finish first before others, in one statement. */
async function selectLines(db: Db | Tx, operator: OperatorScope, condition: RawBuilder<unknown>): Promise<DecorationLine[]> {
  const { rows } = await sql<Omit<DecorationLine, 'startedOnUtc'> & { startedAt: Date | null }>`
    with chosen as materialized (
      select l.id, l.organisation_id, finish.day, finish.day < ${today} as is_late from ${personalisedLines(operator, condition)}),
    allocated as materialized (
      select a.organisation_id, a.line_id, a.ready from ${allocatedLines} a where a.line_id in (select id from chosen))
    select l.id, ${LINE_CODE_PREFIX}::text || l.id as code, l.order_id as "orderId", g.id as "organisationId", g.name as "organisationName",
      c.first_name || ' ' || c.last_name as "personName", w.first_name || ' ' || w.last_name as "wearerName", l.product_name as "productName", l.sku,
      l.description as "attributeDescription", look.colour, look.size, s.shelf, chosen.day::text as "finishOn", chosen.is_late as "isLate",
      l.quantity - l.cancelled_quantity as quantity, coalesce(a.ready, 0) as "readyQuantity", l.decorated_quantity as "decoratedQuantity",
      l.decoration_started_at as "startedAt", ${designs} as designs,
      json_build_object('front', drawing_url(p.garment_type, p.drawing_features, cloth.rgb, cloth.accent, 'front'),
        'back', drawing_url(p.garment_type, p.drawing_features, cloth.rgb, cloth.accent, 'back')) as drawings
    from chosen
    join order_line l on l.organisation_id = chosen.organisation_id and l.id = chosen.id
    join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    join organisation g on g.id = l.organisation_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    join product p on p.id = l.product_id
    left join customer w on w.organisation_id = l.organisation_id and w.id = l.wearer_id
    left join stock_level s on s.combination_id = l.combination_id
    left join allocated a on a.organisation_id = l.organisation_id and a.line_id = l.id
    left join lateral ${colourAndSize('l')} look on true
    left join lateral (
      select v.colour_rgb as rgb, v.accent_rgb as accent from combination n join product_attribute_value v on v.id = any (n.value_ids)
      where n.id = l.combination_id and v.colour_rgb is not null order by v.id limit 1) cloth on true
    order by chosen.day, o.released_at, o.id, l.id`.execute(db);
  return rows.map(({ startedAt, ...line }) => ({ ...line, startedOnUtc: startedAt && toUtcString(startedAt) }));
}

const isUnfinished = sql`${undecorated('l')} > 0`;

/** The days with unfinished pieces, the earliest first. `organisationId` 0: of all organisations. */
export async function listDecorationDays(
  db: Db,
  operator: OperatorScope,
  organisationId: number,
): Promise<ReplyOf<'GET /api/operator/decoration/work'>['days']> {
  const { rows } = await sql<ReplyOf<'GET /api/operator/decoration/work'>['days'][number]>`
    select finish.day::text as day, bool_or(finish.day < ${today}) as "isLate", bool_or(finish.day = ${today}) as "isToday",
      count(distinct o.id)::int as orders, count(*)::int as lines, sum(${undecorated('l')})::int as quantity
    from ${personalisedLines(operator, sql`${organisationId}::bigint in (0, g.id) and ${isUnfinished}`)}
    group by finish.day order by finish.day`.execute(db);
  return rows;
}

const unfinishedOn = (day: string, organisationId: number) =>
  sql`${organisationId}::bigint in (0, g.id) and finish.day = ${day}::date and ${isUnfinished}`;

/** All unfinished lines of a day, `2026-11-30`. `organisationId` 0: of all organisations. */
export const listLinesOfDay = (db: Db, operator: OperatorScope, day: string, organisationId = 0): Promise<DecorationLine[]> =>
  selectLines(db, operator, unfinishedOn(day, organisationId));

/** A page of the unfinished lines of a day, those with the same design together; pages are counted from 0. `organisationId` 0: of all organisations. */
export async function listPageOfDay(
  db: Db,
  operator: OperatorScope,
  { day, organisationId, page }: { day: string; organisationId: number; page: number },
): Promise<DecorationLine[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from ${personalisedLines(operator, unfinishedOn(day, organisationId))}
    order by (
        select row (k.method_id, k.design_key) from order_line_customisation k where k.organisation_id = l.organisation_id and k.order_line_id = l.id
        order by k.method_id, k.design_key limit 1), l.product_name, l.description, o.released_at, o.id, l.id
    limit ${DECORATION_PAGE} offset ${page * DECORATION_PAGE}`.execute(db);
  return listDecorationLines(
    db,
    operator,
    rows.map(({ id }) => id),
  );
}

/** The personalised lines of an order with pieces that have not been sent. */
export const listLinesOfOrder = (db: Db, operator: OperatorScope, orderId: number): Promise<DecorationLine[]> =>
  selectLines(db, operator, sql`o.id = ${orderId} and l.quantity > l.shipped_quantity + l.cancelled_quantity`);

/** Personalised lines by their ids. */
export const listDecorationLines = (db: Db | Tx, operator: OperatorScope, ids: readonly number[]): Promise<DecorationLine[]> =>
  selectLines(db, operator, sql`l.id = any (${[...ids]}::bigint[])`);

/** Candidates that are compared for a scanned garment. */
const MAX_CANDIDATES = 200;

/** The unfinished lines of garments, those that have been started first, then those to finish first. */
export async function listCandidates(
  tx: Tx,
  operator: OperatorScope,
  combinationIds: readonly number[],
): Promise<CandidateLine[]> {
  const { rows } = await sql<CandidateLine>`
    select l.id as "lineId", o.id as "orderId", g.id as "organisationId", ${lineName('l')} as name,
      (select md5(string_agg(concat_ws('|', k.position_id, k.method_id, coalesce(k.logo_id, 0), to_json(coalesce(k.text, '')), k.font_name, k.thread_number,
          k.letter_mm, to_json(coalesce(k.comments, ''))), ';' order by k.position_id))
        from order_line_customisation k where k.organisation_id = l.organisation_id and k.order_line_id = l.id) as signature
    from ${personalisedLines(operator, sql`l.combination_id = any (${[...combinationIds]}::bigint[]) and ${isUnfinished}`)}
    order by l.decoration_started_at is null, finish.day, o.released_at, o.id, l.id limit ${MAX_CANDIDATES}`.execute(tx);
  return rows;
}
