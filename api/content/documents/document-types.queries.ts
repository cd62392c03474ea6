import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isSeenBy, isSharedWithOthers } from '../publications/publications.queries.ts';

/** A type as those who keep types see it. */
export interface KeptType {
  id: number;
  name: string;
  /** Of the operator's brands and their clients. */
  documentCount: number;
}

/** The types of documents, in their order. */
export async function listDocumentTypes(db: Db | Tx): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('document_type').select(['id', 'name']).orderBy('display_order').orderBy('name').execute();
}

/** The documents of type `t`, as rows of `d` and of the publication `p`. */
const documentsOfType = sql`from document d join publication p on p.id = d.publication_id where d.document_type_id = t.id`;

/** The types of documents, in their order, with the number of documents that the operator sees; only one by its id. */
export async function listKeptTypes(db: Db | Tx, operator: OperatorScope, typeId?: number): Promise<KeptType[]> {
  const { rows } = await sql<KeptType>`
    select t.id, t.name, (select count(*)::int ${documentsOfType} and ${isSeenBy(operator)}) as "documentCount"
    from document_type t where ${typeId === undefined ? sql`true` : sql`t.id = ${typeId}::bigint`} order by t.display_order, t.name`.execute(
    db,
  );
  return rows;
}

/** Whether there is such a type. Until the end of the transaction, it is not deleted. */
export async function holdType(tx: Tx, typeId: number): Promise<boolean> {
  const row = await tx.selectFrom('document_type').select('id').where('id', '=', typeId).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

/** Locks a type against changes and new documents. Returns its name; undefined when there is no such type. */
export async function lockType(tx: Tx, typeId: number): Promise<string | undefined> {
  const row = await tx.selectFrom('document_type').select('name').where('id', '=', typeId).forUpdate().executeTakeFirst();
  return row?.name;
}

/** Adds a type, as the last; undefined when there is one of that name. */
export async function insertType(tx: Tx, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into document_type (name, display_order) select ${name}, coalesce(max(display_order), 0) + 10 from document_type
    on conflict ((lower(name))) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Whether another type has this name, in upper or lower case. */
export const isTypeNameTaken = (tx: Tx, typeId: number, name: string): Promise<boolean> =>
  hasRow(tx, sql`select from document_type where lower(name) = lower(${name}) and id <> ${typeId}::bigint`);

/** Renames a type. */
export async function renameType(tx: Tx, typeId: number, name: string): Promise<void> {
  await tx.updateTable('document_type').set({ name }).where('id', '=', typeId).execute();
}

/** Deletes a type that no document has. */
export async function deleteType(tx: Tx, typeId: number): Promise<void> {
  await tx.deleteFrom('document_type').where('id', '=', typeId).execute();
}

/** Whether a document of the type, not a deleted one, is for brands that are not the operator's. */
export const hasDocumentsOfOthers = (tx: Tx, operator: OperatorScope, typeId: number): Promise<boolean> =>
  hasRow(
    tx,
    sql`select from document_type t where t.id = ${typeId}::bigint and exists (
      select ${documentsOfType} and p.deleted_at is null and ${isSharedWithOthers(operator)})`,
  );

/** Whether a document has the type: of whatever brand, and also a deleted one. */
export const isTypeUsed = (tx: Tx, typeId: number): Promise<boolean> =>
  hasRow(tx, sql`select from document where document_type_id = ${typeId}::bigint`);

async function hasRow(tx: Tx, query: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${query}) as found`.execute(tx);
  return rows[0]?.found ?? false;
}
