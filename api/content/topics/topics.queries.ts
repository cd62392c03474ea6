import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { escapeLike } from '#api/platform/db/escape-like.ts';
import { containsWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { TopicLocation } from '#contract/content/topic-locations.ts';
import type { QueryOf } from '#contract/index.ts';
import { isReadBy, isReadOnBrand, isSeenBy, isSharedWithOthers } from '../publications/publications.queries.ts';
import type { TopicValues } from './topics.rules.ts';

/** A topic as it is stored. */
export interface StoredTopic extends TopicValues {
  id: number;
  displayOrder: number;
  updatedAt: Date;
}

const columns = (withBody: boolean) => sql`
  p.id, t.system_name as "systemName", t.title, ${withBody ? sql`t.body` : sql`null as body`}, t.se_name as "seName", t.portal_location as "portalLocation",
  t.include_in_information_menu as "includeInInformationMenu", t.is_important_notice or t.portal_location is not distinct from 'importantnotice' as "isImportantNotice",
  p.display_order as "displayOrder", p.updated_at as "updatedAt"`;
const FROM = sql`from topic t join publication p on p.id = t.publication_id`;

/** Who reads topics, and on which day: a person, or anyone on a host of a brand. */
export type TopicReader = { scope: Scope; today: string } | { brandId: number; today: string };

/** Anyone reads those of the log-in page of the brand; a person also those that are for them. */
const isReadByAny = (readers: readonly TopicReader[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    readers.map((reader) =>
      'scope' in reader
        ? sql`(t.portal_location is distinct from 'login' and ${isReadBy(reader.scope, reader.today)})`
        : sql`(t.portal_location = 'login' and ${isReadOnBrand(reader.brandId, reader.today)})`,
    ),
    sql` or `,
  )})`;

/** The topics that meet a condition on `t` and that one of the readers reads, in their order. */
export async function listTopics(
  db: Db,
  readers: readonly TopicReader[],
  condition: RawBuilder<unknown>,
  { withBody = true }: { withBody?: boolean } = {},
): Promise<StoredTopic[]> {
  const { rows } = await sql<StoredTopic>`
    select ${columns(withBody)} ${FROM} where ${condition} and ${isReadByAny(readers)} order by p.display_order, p.id`.execute(
    db,
  );
  return rows;
}

/** Condition on `t` for the topics of a place. Important notices are those of every place that are said to be. */
export const isAt = (location: TopicLocation): RawBuilder<unknown> =>
  location === 'importantnotice'
    ? sql`(t.portal_location = 'importantnotice' or t.is_important_notice)`
    : sql`t.portal_location = ${location}`;
/** Condition on `t` for a topic. */
export const isTopic = (id: number): RawBuilder<unknown> => sql`t.publication_id = ${id}::bigint`;
/** Condition on `t` for the topics of the information menu. */
export const isInformation = sql`t.include_in_information_menu`;

/** A topic as operators see it. */
export interface KeptTopicRow extends StoredTopic {
  /** Whether it is also for brands that are not the operator's. */
  isShared: boolean;
}

/** A page of the topics that the operator sees, by place and order, without their texts. */
export async function listKeptTopics(
  db: Db,
  operator: OperatorScope,
  query: QueryOf<'GET /api/operator/topics'>,
): Promise<{ topics: KeptTopicRow[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const conditions: RawBuilder<unknown>[] = [sql`p.kind = 'topic'`, isSeenBy(operator)];
  if (query.location === 'none') conditions.push(sql`t.portal_location is null`);
  else if (query.location !== undefined) conditions.push(isAt(query.location));
  if (query.isPublished !== undefined) conditions.push(sql`p.is_published = ${query.isPublished}`);
  if (query.brandId !== undefined)
    conditions.push(sql`(exists (select from publication_brand b where b.publication_id = p.id and b.brand_id = ${query.brandId}::bigint)
      or exists (select from publication_organisation po join organisation o on o.id = po.organisation_id
        where po.publication_id = p.id and o.brand_id = ${query.brandId}::bigint))`);
  if (query.organisationId !== undefined)
    conditions.push(sql`exists (select from organisation o where o.id = ${query.organisationId}::bigint and o.brand_id = any (${[...operator.brandIds]}::bigint[])
      and (exists (select from publication_organisation po where po.publication_id = p.id and po.organisation_id = o.id)
        or exists (select from publication_brand b where b.publication_id = p.id and b.brand_id = o.brand_id)))`);
  conditions.push(...containsWords(sql`searchable_text(concat_ws(' ', t.title, t.system_name, t.body))`, query.searchTerm));
  const where = sql.join(conditions, sql` and `);
  const [found, counted] = await Promise.all([
    sql<KeptTopicRow>`
      select ${columns(false)}, ${isSharedWithOthers(operator)} as "isShared" ${FROM} where ${where}
      order by t.portal_location nulls last, p.display_order, p.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n ${FROM} where ${where}`.execute(db),
  ]);
  return { topics: found.rows, totalCount: counted.rows[0]?.n ?? 0 };
}

/** The topics with these ids that the operator sees, in the order of the ids. */
export async function findKeptTopics(
  db: Db | Tx,
  operator: OperatorScope,
  ids: readonly number[],
  { withBody = true }: { withBody?: boolean } = {},
): Promise<KeptTopicRow[]> {
  const { rows } = await sql<KeptTopicRow>`
    select ${columns(withBody)}, ${isSharedWithOthers(operator)} as "isShared" ${FROM}
    where p.id = any (${[...ids]}::bigint[]) and ${isSeenBy(operator)} order by array_position(${[...ids]}::bigint[], p.id)`.execute(
    db,
  );
  return rows;
}

/** Adds what a topic has besides its publication. False, and nothing is added, if another topic has the system name. */
export async function insertTopic(tx: Tx, publicationId: number, topic: TopicValues): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into topic (publication_id, system_name, title, body, se_name, portal_location, include_in_information_menu, is_important_notice)
    values (${publicationId}, ${topic.systemName}, ${topic.title}, ${topic.body}, ${topic.seName}, ${topic.portalLocation}, ${topic.includeInInformationMenu},
      ${topic.isImportantNotice}) on conflict (lower(system_name)) do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

/** Changes what a topic has besides its publication. */
export async function updateTopic(tx: Tx, publicationId: number, topic: TopicValues): Promise<void> {
  await sql`
    update topic set system_name = ${topic.systemName}, title = ${topic.title}, body = ${topic.body}, se_name = ${topic.seName},
      portal_location = ${topic.portalLocation}, include_in_information_menu = ${topic.includeInInformationMenu}, is_important_notice = ${topic.isImportantNotice}
    where publication_id = ${publicationId}`.execute(tx);
}

/** The first of `name`, `name-2`, `name-3` and so on that no topic has, deleted ones included. */
export async function findFreeSystemName(tx: Tx, name: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select lower(system_name) as name from topic
    where lower(system_name) = lower(${name}) or lower(system_name) like lower(${`${escapeLike(name)}-%`})`.execute(tx);
  const taken = new Set(rows.map((row) => row.name));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}

/** Whether another topic has the system name. */
export async function isSystemNameTaken(tx: Tx, name: string, exceptId: number): Promise<boolean> {
  const { rows } =
    await sql`select from topic where lower(system_name) = lower(${name}) and publication_id <> ${exceptId}`.execute(tx);
  return rows.length > 0;
}

/** The place after the last topic of a location. */
export async function findLastPlace(tx: Tx, location: TopicLocation | null): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select least(coalesce(max(p.display_order), 0) + 1, 10000)::int as place ${FROM}
    where t.portal_location is not distinct from ${location}::text and p.deleted_at is null`.execute(tx);
  return rows[0]?.place ?? 1;
}

/** Of these roles, those that every organisation has, and those that the organisation has. */
export async function listRolesOf(tx: Tx, organisationId: number | null, roleIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from role where id = any (${[...roleIds]}::bigint[]) and (organisation_id is null or organisation_id = ${organisationId}::bigint) order by id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Gives locked publications new places. */
export async function placeTopics(tx: Tx, places: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    update publication p set display_order = n.place, version = p.version + 1, updated_at = now()
    from unnest(${[...places.keys()]}::bigint[], ${[...places.values()]}::int[]) as n (id, place)
    where p.id = n.id and p.display_order <> n.place`.execute(tx);
}
