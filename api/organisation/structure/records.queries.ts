import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RecordColumns, RecordField, RecordKind } from './records.rules.ts';

/** A stored record of the organisation. */
export interface StoredRecord {
  id: number;
  columns: RecordColumns;
  /** Id of the record that it belongs to; null for kinds that belong to none. */
  parentId: number | null;
  version: number;
  fieldVersions: Record<string, number>;
}

const selectField = ({ column, link }: RecordField): RawBuilder<unknown> =>
  link
    ? sql`array(select l.${sql.ref(link.memberColumn)} from ${sql.table(link.table)} l
        where l.organisation_id = t.organisation_id and l.${sql.ref(link.ownerColumn)} = t.id order by 1) as ${sql.ref(column)}`
    : sql`${sql.ref(`t.${column}`)}`;

/**
 * A record, locked against other changes; undefined when none has the id. For a deletion it is also locked so that nothing new
 * can refer to it, which blocks orders that name it.
 */
export async function lockRecord(
  tx: Tx,
  scope: Scope,
  kind: RecordKind,
  id: number,
  purpose: 'change' | 'deletion',
): Promise<StoredRecord | undefined> {
  const { table, parentColumn, fields } = kind;
  const found = await sql<
    RecordColumns & { id: number; version: number; field_versions: Record<string, number>; parent_record_id: number | null }
  >`
    select t.id, t.version, t.field_versions, ${parentColumn ? sql.ref(`t.${parentColumn}`) : sql`null::bigint`} as parent_record_id,
      ${sql.join(Object.values(fields).map(selectField))}
    from ${sql.table(table)} t where t.organisation_id = ${scope.organisationId} and t.id = ${id}
    ${purpose === 'deletion' ? sql`for update` : sql`for no key update`}`.execute(tx);
  const row = found.rows[0];
  if (!row) return undefined;
  const { id: recordId, version, field_versions, parent_record_id, ...columns } = row;
  return {
    id: recordId,
    columns,
    parentId: parent_record_id,
    version,
    fieldVersions: field_versions,
  };
}

/** Separates the columns of the record itself from those that a link table holds. */
function splitColumns({ fields }: RecordKind, columns: RecordColumns) {
  const links = Object.values(fields).filter(({ column, link }) => link && columns[column] !== undefined);
  const linked = new Set(links.map(({ column }) => column));
  return { links, own: Object.entries(columns).filter(([column]) => !linked.has(column)) };
}

async function insertLinks(tx: Tx, scope: Scope, id: number, links: readonly RecordField[], columns: RecordColumns) {
  for (const { column, link } of links) {
    const ids = columns[column] as number[];
    if (!link || ids.length === 0) continue;
    await sql`
      insert into ${sql.table(link.table)} (organisation_id, ${sql.ref(link.ownerColumn)}, ${sql.ref(link.memberColumn)})
      select ${scope.organisationId}, ${id}, member from unnest(${ids}::bigint[]) member`.execute(tx);
  }
}

/** Adds a record to the organisation; returns its id. `others` are columns that administrators do not edit. */
export async function insertRecord(
  tx: Tx,
  scope: Scope,
  kind: RecordKind,
  columns: RecordColumns,
  others: Readonly<Record<string, number | null>> = {},
): Promise<number> {
  const { links, own } = splitColumns(kind, columns);
  const all: Record<string, unknown> = { organisation_id: scope.organisationId, ...Object.fromEntries(own), ...others };
  const found = await sql<{ id: number }>`
    insert into ${sql.table(kind.table)} (${sql.join(Object.keys(all).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(all))}) returning id`.execute(tx);
  const id = found.rows[0]?.id ?? 0;
  await insertLinks(tx, scope, id, links, columns);
  return id;
}

/** Increases a record's version for a change of rows that belong to it. `column` is the name under which the change counts. */
async function countChange(tx: Tx, scope: Scope, kind: RecordKind, id: number, column: string): Promise<void> {
  await sql`
    update ${sql.table(kind.table)} set version = version + 1, field_versions = field_versions || jsonb_build_object(${column}::text, version + 1)
    where organisation_id = ${scope.organisationId} and id = ${id}`.execute(tx);
}

/** Updates columns of a record; its version increases. */
export async function updateRecord(tx: Tx, scope: Scope, kind: RecordKind, id: number, columns: RecordColumns): Promise<void> {
  const { links, own } = splitColumns(kind, columns);
  if (own.length > 0) {
    const sets = own.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    await sql`
      update ${sql.table(kind.table)} set ${sql.join(sets)}
      where organisation_id = ${scope.organisationId} and id = ${id}`.execute(tx);
  }
  for (const { column, link } of links) {
    if (!link) continue;
    await sql`
      delete from ${sql.table(link.table)} where organisation_id = ${scope.organisationId} and ${sql.ref(link.ownerColumn)} = ${id}`.execute(
      tx,
    );
    await countChange(tx, scope, kind, id, column);
  }
  await insertLinks(tx, scope, id, links, columns);
}
