import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isSharedWithOthers, listPublications, type PublicationKind } from './publications.queries.ts';
import type { Publication } from './publications.rules.ts';

/** What the table of a kind has besides its publication: the columns by the names of `Values`. Its column `text` is searched. */
export interface ContentTable<Values extends object> {
  kind: PublicationKind;
  columns: Readonly<Record<keyof Values & string, string>>;
  /** The value that is the address of a picture which is kept. */
  picture?: keyof Values & string;
}

/** Something published as those who keep it see it. */
export interface KeptContent<Values extends object> {
  publication: Publication;
  values: Values;
  createdAt: Date;
  /** Names of the brands and organisations that read it, as far as they concern who asked. */
  brands: readonly string[];
  organisations: readonly string[];
  /** Whether people of brands that are not the operator's read it too, so that the operator does not change it. */
  isShared: boolean;
}

interface ContentPage {
  /** The operator who asks, who is told of what is of their brands. */
  operator: OperatorScope | undefined;
  /** Only what this organisation reads. */
  organisationId?: number | undefined;
  order: 'newest' | 'place';
  searchTerm?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

const namesOf = <V extends object>({ columns }: ContentTable<V>) => Object.entries<string>(columns);

/** Condition that an organisation reads publication `p`, itself or with its brand. */
const isFor = (organisationId: number) => sql`(
  exists (select from publication_organisation po where po.organisation_id = ${organisationId}::bigint and po.publication_id = p.id)
  or exists (select from publication_brand pb join organisation o on o.brand_id = pb.brand_id
    where o.id = ${organisationId}::bigint and pb.publication_id = p.id))`;

/** Condition that publication `p` is this one, and meets another condition. */
export const isOne = (publicationId: number, condition: RawBuilder<unknown>) =>
  sql`(p.id = ${publicationId}::bigint and ${condition})`;

/** A page of what meets a condition on publication `p`, and the number over all pages. */
export async function listContent<V extends object>(
  db: Db | Tx,
  table: ContentTable<V>,
  condition: RawBuilder<unknown>,
  { operator, organisationId, order, searchTerm = '', page = 0, limit = 10 }: ContentPage,
): Promise<{ rows: KeptContent<V>[]; totalCount: number }> {
  const found = await sql<{ id: number; total: number }>`
    select p.id, (count(*) over ())::int as total from publication p join ${sql.table(table.kind)} t on t.publication_id = p.id
    where p.kind = ${table.kind} and ${condition} and ${organisationId === undefined ? sql`true` : isFor(organisationId)}
      and ${matchesWords(sql`searchable_text(t.text)`, searchTerm)}
    order by ${order === 'newest' ? sql`p.created_at desc, p.id desc` : sql`p.display_order, p.id`}
    limit ${limit}::int offset ${page * limit}::int`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  if (ids.length === 0) return { rows: [], totalCount: 0 };
  const publications = await listPublications(db, table.kind, sql`p.id = any (${ids}::bigint[])`, {
    brandIds: operator?.brandIds,
  });
  const byId = new Map(publications.map((publication) => [publication.id, publication]));
  const content = await readContent(db, table, ids, operator);
  return {
    totalCount: found.rows[0]?.total ?? 0,
    rows: ids.flatMap((id) => {
      const [publication, own] = [byId.get(id), content.get(id)];
      return publication && own ? [{ publication, ...own }] : [];
    }),
  };
}

/** What is published in publications, by their ids. */
export async function readContent<V extends object>(
  db: Db | Tx,
  table: ContentTable<V>,
  publicationIds: readonly number[],
  operator: OperatorScope | undefined,
): Promise<Map<number, Omit<KeptContent<V>, 'publication'>>> {
  const isOfBrands = (column: string) =>
    operator ? sql`${sql.ref(column)} = any (${[...operator.brandIds]}::bigint[])` : sql`true`;
  const { rows } = await sql<Omit<KeptContent<V>, 'publication'> & { id: number }>`
    select p.id, p.created_at as "createdAt", ${operator ? isSharedWithOthers(operator) : sql`false`} as "isShared",
      json_build_object(${sql.join(namesOf(table).flatMap(([name, column]) => [sql.lit(name), sql.ref(`t.${column}`)]))}) as "values",
      array(select b.company_name from publication_brand pb join brand b on b.id = pb.brand_id
        where pb.publication_id = p.id and ${isOfBrands('b.id')} order by 1) as brands,
      array(select o.name from publication_organisation po join organisation o on o.id = po.organisation_id
        where po.publication_id = p.id and ${isOfBrands('o.brand_id')} order by 1) as organisations
    from publication p join ${sql.table(table.kind)} t on t.publication_id = p.id where p.id = any (${[...publicationIds]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}

/** Adds the row of a kind beside its publication. */
export async function insertContent<V extends object>(
  tx: Tx,
  table: ContentTable<V>,
  publicationId: number,
  values: V,
): Promise<void> {
  const names = namesOf(table);
  await sql`
    insert into ${sql.table(table.kind)} (publication_id, ${sql.join(names.map(([, column]) => sql.ref(column)))})
    values (${publicationId}::bigint, ${sql.join(names.map(([name]) => sql`${values[name as keyof V] ?? null}`))})`.execute(tx);
}

/** Changes the row of a kind beside a publication that was locked. */
export async function updateContent<V extends object>(
  tx: Tx,
  table: ContentTable<V>,
  publicationId: number,
  values: V,
): Promise<void> {
  await sql`
    update ${sql.table(table.kind)}
    set ${sql.join(namesOf(table).map(([name, column]) => sql`${sql.ref(column)} = ${values[name as keyof V] ?? null}`))}
    where publication_id = ${publicationId}::bigint`.execute(tx);
}

/** Gives publications that were locked places in the order of their ids, from 1. Their versions stay: nothing of what they say has changed. */
export async function writeOrder(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`
    update publication p set display_order = o.place
    from unnest(${[...publicationIds]}::bigint[]) with ordinality as o (id, place) where o.id = p.id and p.display_order <> o.place`.execute(
    tx,
  );
}
