import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { StructureItemKind, Usage } from './structure.rules.ts';

/** A column elsewhere that refers to an item of the organisation. */
export interface Reference {
  table: string;
  column: string;
  /** The label of its rows. Usages without a label do not count and are moved silently. */
  labels?: readonly [one: string, many: string];
  /** In tables that only link two rows, the column of the other row. */
  ownerColumn?: string;
  /** The column is a list of ids. Removing the last id would widen what the list limits. */
  isArray?: true;
  /** The rows `t` that count as a usage; the others are history. */
  condition?: RawBuilder<unknown>;
  /** The table has no organisation; the item is one of the organisation's, so what refers to it is too. */
  hasNoOrganisation?: true;
  /** The name under which a person's version counts a change of these rows. */
  versionField?: string;
}

/** Condition on rows `t` of people who have not been deleted. */
export const livePerson = sql`exists (select from customer c where c.organisation_id = t.organisation_id and c.id = t.customer_id and c.deleted_at is null)`;
const isWaiting = sql`t.state = 'waiting'`;
/** Condition on rows `t` of registrations that have not been decided. */
export const isOfWaitingRequest = sql`exists (select from registration r where r.organisation_id = t.organisation_id and r.id = t.registration_id and r.state = 'waiting')`;

const people = ['person', 'people'] as const;
const products = ['product', 'products'] as const;
const links = ['registration link', 'registration links'] as const;
const requests = ['waiting request', 'waiting requests'] as const;
const orders = ['order', 'orders'] as const;
const wardrobes = ['wardrobe', 'wardrobes'] as const;
/** Deleted ones count too: put back, they must not be for everyone. */
const publications = ['topic, news or document', 'topics, news or documents'] as const;

const member = (table: string, column: string, counted: string): Reference => ({
  table,
  column,
  labels: people,
  ownerColumn: 'customer_id',
  condition: livePerson,
  versionField: counted,
});

/**
 * Everything that refers to each kind of item; a test finds new references. What an item owns (departments and addresses of a
 * destination, permissions of a role) is deleted with it by structure.queries.ts.
 */
export const REFERENCES: Readonly<Record<StructureItemKind, readonly Reference[]>> = {
  group: [
    member('customer_group', 'organisation_group_id', 'groups'),
    {
      ...member('customer_adminable_group', 'organisation_group_id', 'adminableGroups'),
      labels: ['administrator', 'administrators'],
    },
    { table: 'collection', column: 'organisation_group_id', labels: wardrobes },
    { table: 'orders', column: 'organisation_group_id', labels: orders },
    { table: 'registration_link', column: 'organisation_group_id', labels: links },
    { table: 'approval_rule', column: 'organisation_group_id', labels: ['approval rule', 'approval rules'] },
    { table: 'publication_group', column: 'organisation_group_id', labels: publications, ownerColumn: 'publication_id' },
  ],
  resort: [
    { table: 'customer', column: 'resort_id', labels: people, condition: sql`t.deleted_at is null` },
    { table: 'orders', column: 'resort_id', labels: orders },
    { table: 'registration', column: 'resort_id', labels: requests, condition: isWaiting },
    { table: 'registration_link_resort', column: 'resort_id', labels: links, ownerColumn: 'link_id' },
  ],
  department: [
    member('customer_department', 'department_id', 'departments'),
    {
      table: 'registration_department',
      column: 'department_id',
      labels: requests,
      ownerColumn: 'registration_id',
      condition: isOfWaitingRequest,
    },
  ],
  businessArea: [
    { table: 'customer', column: 'business_area_id', labels: people, condition: sql`t.deleted_at is null` },
    { table: 'customer', column: 'adhoc_business_area_id' },
    { table: 'orders', column: 'business_area_id', labels: orders },
    { table: 'job_role', column: 'business_area_id', labels: ['job role', 'job roles'] },
    { table: 'product_organisation_area', column: 'business_area_id', labels: products, ownerColumn: 'product_organisation_id' },
    { table: 'registration', column: 'business_area_id', labels: requests, condition: isWaiting },
    { table: 'registration_link_business_area', column: 'business_area_id', labels: links, ownerColumn: 'link_id' },
  ],
  jobRole: [
    { table: 'customer', column: 'job_role_id', labels: people, condition: sql`t.deleted_at is null` },
    { table: 'product_organisation_job_role', column: 'job_role_id', labels: products, ownerColumn: 'product_organisation_id' },
  ],
  season: [
    member('customer_season', 'season_id', 'seasons'),
    { table: 'collection', column: 'season_id', labels: wardrobes },
    { table: 'orders', column: 'season_id', labels: orders },
    // Lines belong to their orders, which are counted.
    { table: 'order_line', column: 'season_id' },
    // Deleted before with `deleteUnusedEntitlement`; a season that people have ordered in keeps them and stays.
    { table: 'entitlement_account', column: 'season_id' },
    { table: 'entitlement_request', column: 'season_id' },
  ],
  role: [
    member('customer_role', 'role_id', 'roles'),
    { table: 'product_organisation_role', column: 'role_id', labels: products, ownerColumn: 'product_organisation_id' },
    { table: 'tier_price', column: 'role_id', labels: ['price', 'prices'] },
    { table: 'payment_option', column: 'role_ids', labels: ['way to pay', 'ways to pay'], isArray: true },
    { table: 'shipping_option', column: 'role_ids', labels: ['delivery option', 'delivery options'], isArray: true },
    { table: 'registration_link_role', column: 'role_id', labels: links, ownerColumn: 'link_id' },
    {
      table: 'publication_role',
      column: 'role_id',
      labels: publications,
      ownerColumn: 'publication_id',
      hasNoOrganisation: true,
    },
  ],
};

const refersTo = ({ column, isArray }: Reference, id: number) =>
  isArray ? sql`${id} = any (t.${sql.ref(column)})` : sql`t.${sql.ref(column)} = ${id}`;

const isOf = ({ hasNoOrganisation }: Reference, scope: Scope) =>
  hasNoOrganisation ? sql`true` : sql`t.organisation_id = ${scope.organisationId}`;

const rowsOf = (reference: Reference, scope: Scope, id: number) =>
  sql`${sql.table(reference.table)} t where ${isOf(reference, scope)} and ${refersTo(reference, id)}`;

/** What uses an item, people first; empty when nothing does. */
export const listUsage = (db: Db, scope: Scope, kind: StructureItemKind, id: number): Promise<Usage[]> =>
  countReferences(db, scope, REFERENCES[kind], id);

/** How many rows refer to a record, for those references that have labels; those without rows are left out. */
export async function countReferences(db: Db, scope: Scope, all: readonly Reference[], id: number): Promise<Usage[]> {
  const references = all.filter(({ labels }) => labels);
  const counts = references.map(
    (reference, position) => sql`
      select ${position}::int as position, count(*)::int as n from ${rowsOf(reference, scope, id)} and ${reference.condition ?? sql`true`}`,
  );
  const found = await sql<{ position: number; n: number }>`${sql.join(counts, sql` union all `)} order by position`.execute(db);
  return found.rows.flatMap(({ position, n }) => {
    const [one, many] = references[position]?.labels ?? ['', ''];
    return n === 0 ? [] : [{ kind: references[position]?.table ?? '', count: n, words: `${n} ${n === 1 ? one : many}` }];
  });
}

/** The column of a reference that names the person whose rows they are; undefined for rows of no one. */
const personColumnOf = ({ table, ownerColumn }: Reference): string | undefined => {
  if (table === 'customer') return 'id';
  return table === 'orders' || ownerColumn === 'customer_id' ? 'customer_id' : undefined;
};

/** Everyone who uses an item themselves, or has placed orders that do, in the order of their ids. */
export async function listPeopleWhoUse(tx: Tx, scope: Scope, kind: StructureItemKind, id: number): Promise<number[]> {
  const parts = REFERENCES[kind].flatMap((reference) => {
    const column = personColumnOf(reference);
    return column ? [sql`select t.${sql.ref(column)} as id from ${rowsOf(reference, scope, id)}`] : [];
  });
  if (kind === 'season')
    parts.push(
      sql`select customer_id as id from entitlement_account where organisation_id = ${scope.organisationId} and season_id = ${id}`,
    );
  if (parts.length === 0) return [];
  const found = await sql<{ id: number }>`select distinct id from (${sql.join(parts, sql` union all `)}) u order by 1`.execute(
    tx,
  );
  return found.rows.map(({ id: person }) => person);
}

/**
 * Moves every reference from one item to another or, where `toId` is null, clears it; with `people`, only those of these people and their orders. People who have
 * both keep one. The versions of people whose rows change increase.
 */
export async function moveUsage(
  tx: Tx,
  scope: Scope,
  kind: StructureItemKind,
  id: number,
  toId: number | null,
  people?: readonly number[],
): Promise<void> {
  for (const reference of REFERENCES[kind]) {
    const { table, column, ownerColumn, isArray, versionField } = reference;
    const personColumn = personColumnOf(reference);
    if (people && personColumn === undefined) continue;
    const ofThem = people && personColumn ? sql`and t.${sql.ref(personColumn)} = any (${[...people]}::bigint[])` : sql``;
    if (versionField)
      await sql`
        update customer set version = version + 1, field_versions = field_versions || jsonb_build_object(${versionField}::text, version + 1)
        where organisation_id = ${scope.organisationId} and id in (select t.customer_id from ${rowsOf(reference, scope, id)} ${ofThem})`.execute(
        tx,
      );
    if (isArray) {
      await sql`update ${sql.table(table)} t set ${sql.ref(column)} = array_replace(t.${sql.ref(column)}, ${id}::bigint, ${toId}::bigint)
        where t.organisation_id = ${scope.organisationId} and ${refersTo(reference, id)}`.execute(tx);
      continue;
    }
    if (table === 'approval_rule' && toId !== null) await mergeApprovalRules(tx, scope, id, toId);
    if (!ownerColumn) {
      await sql`update ${sql.table(table)} t set ${sql.ref(column)} = ${toId}::bigint
        where t.organisation_id = ${scope.organisationId} and t.${sql.ref(column)} = ${id} ${ofThem}`.execute(tx);
      continue;
    }
    if (toId !== null)
      await sql`
        update ${sql.table(table)} t set ${sql.ref(column)} = ${toId}::bigint
        where ${isOf(reference, scope)} and t.${sql.ref(column)} = ${id} ${ofThem} and not exists (
          select from ${sql.table(table)} existing where ${reference.hasNoOrganisation ? sql`true` : sql`existing.organisation_id = t.organisation_id`} and existing.${sql.ref(ownerColumn)} = t.${sql.ref(ownerColumn)}
            and existing.${sql.ref(column)} = ${toId})`.execute(tx);
    await sql`delete from ${rowsOf(reference, scope, id)} ${ofThem}`.execute(tx);
  }
}

/**
 * Deletes the approval rules of a group that another group has too. Of two limits the lower stays, so that no order goes without approval that
 * needed it before.
 */
async function mergeApprovalRules(tx: Tx, scope: Scope, groupId: number, toId: number): Promise<void> {
  const isSame = sql`
    r.organisation_id = ${scope.organisationId} and t.organisation_id = r.organisation_id and r.organisation_group_id = ${groupId}
    and t.organisation_group_id = ${toId} and t.kind = r.kind and t.product_id is not distinct from r.product_id`;
  await sql`
    update approval_rule t set amount_minor = r.amount_minor from approval_rule r where ${isSame} and r.amount_minor < t.amount_minor`.execute(
    tx,
  );
  await sql`delete from approval_rule r using approval_rule t where ${isSame}`.execute(tx);
}

/** What people are owed in a season, or from a wardrobe. */
type EntitlementSource = { seasonId: number } | { collectionId: number };

const isOwedFrom = (source: EntitlementSource) =>
  'seasonId' in source ? sql`a.season_id = ${source.seasonId}` : sql`a.collection_id = ${source.collectionId}`;

/** Whether people have ordered from what they are owed in a season, or from a wardrobe. */
export async function hasUsedEntitlement(db: Db, scope: Scope, source: EntitlementSource): Promise<boolean> {
  const found = await sql`
    select from entitlement_entry e join entitlement_account a on a.organisation_id = e.organisation_id and a.id = e.account_id
    where a.organisation_id = ${scope.organisationId} and ${isOwedFrom(source)} and e.order_line_id is not null limit 1`.execute(
    db,
  );
  return found.rows.length > 0;
}

/**
 * Deletes what people are owed in a season, or from a wardrobe, and requests for more of it, when nothing has been ordered from it; with `people`, of these people
 * alone.
 */
export async function deleteUnusedEntitlement(
  tx: Tx,
  scope: Scope,
  source: EntitlementSource,
  people?: readonly number[],
): Promise<void> {
  const ofThem = people ? sql`and a.customer_id = any (${[...people]}::bigint[])` : sql``;
  for (const table of ['entitlement_request', 'entitlement_entry'])
    await sql`
      delete from ${sql.table(table)} t using entitlement_account a
      where a.organisation_id = ${scope.organisationId} and ${isOwedFrom(source)} and t.organisation_id = a.organisation_id and t.account_id = a.id ${ofThem}`.execute(
      tx,
    );
  if ('seasonId' in source)
    await sql`delete from entitlement_request where organisation_id = ${scope.organisationId} and season_id = ${source.seasonId}
      ${people ? sql`and customer_id = any (${[...people]}::bigint[])` : sql``}`.execute(tx);
  await sql`delete from entitlement_account a where a.organisation_id = ${scope.organisationId} and ${isOwedFrom(source)} ${ofThem}`.execute(
    tx,
  );
}

/**
 * Removes people and requests from the departments of a destination that is being deleted; with `people`, these people alone. The versions of the people increase.
 */
export async function clearDepartments(tx: Tx, scope: Scope, resortId: number, people?: readonly number[]): Promise<void> {
  const ofThem = people ? sql`and customer_id = any (${[...people]}::bigint[])` : sql``;
  const departmentIds = sql`(select id from department where organisation_id = ${scope.organisationId} and resort_id = ${resortId})`;
  await sql`
    update customer set version = version + 1, field_versions = field_versions || jsonb_build_object('departments', version + 1)
    where organisation_id = ${scope.organisationId} and id in (
      select customer_id from customer_department where organisation_id = ${scope.organisationId} and department_id in ${departmentIds} ${ofThem})`.execute(
    tx,
  );
  for (const table of people ? ['customer_department'] : ['customer_department', 'registration_department'])
    await sql`delete from ${sql.table(table)} where organisation_id = ${scope.organisationId} and department_id in ${departmentIds} ${ofThem}`.execute(
      tx,
    );
}

/** Locks people until the transaction ends, in the order of their ids. */
export async function lockPeopleOf(tx: Tx, scope: Scope, people: readonly number[]): Promise<void> {
  await sql`
    select from customer where organisation_id = ${scope.organisationId} and id = any (${[...people]}::bigint[])
    order by id for no key update`.execute(tx);
}

/** Rebuilds the range listing of the organisation after products have moved to another business area, job role or role. */
export const refreshOrganisationListing = (tx: Tx, scope: Scope) =>
  sql`select refresh_listing(array[${scope.organisationId}]::bigint[])`.execute(tx);
