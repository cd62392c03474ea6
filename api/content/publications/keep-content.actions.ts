import { recordAuditEvent, recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { notFound } from '#api/platform/http/errors.ts';
import {
  type ContentTable,
  insertContent,
  type KeptContent,
  listContent,
  readContent,
  updateContent,
} from './content.queries.ts';
import { addPublication, changePublication, isInListOf, type Keeper, lockKept } from './publications.actions.ts';
import { markDeleted } from './publications.queries.ts';
import type { Publication, PublicationChange } from './publications.rules.ts';

/** Who changes something published, and in which request. */
export interface KeepContext {
  keeper: Keeper;
  requestId: string;
}

/** What a request says of something published, besides its audience: what it leaves out stays as it is. */
type Change<V extends object> = PublicationChange & { [K in keyof V]?: V[K] | undefined };

/** Whose brands a keeper is told of: all of an administrator's own. */
const brandsOf = ({ operator }: Keeper) => operator?.brandIds;

/** A page of what the keeper keeps, or sees. */
export const listKeptContent = <V extends object>(
  db: Db | Tx,
  table: ContentTable<V>,
  keeper: Keeper,
  query: { order: 'newest' | 'place'; searchTerm?: string | undefined; page?: number | undefined; limit?: number | undefined },
) => listContent(db, table, isInListOf(keeper), { ...query, brandIds: brandsOf(keeper) });

/** Reads one by its publication, which the caller has found to be the keeper's. */
async function readOne<V extends object>(
  db: Db | Tx,
  table: ContentTable<V>,
  keeper: Keeper,
  publication: Publication,
): Promise<KeptContent<V>> {
  const content = (await readContent(db, table, [publication.id], brandsOf(keeper))).get(publication.id);
  if (!content) throw notFound(table.kind);
  return { publication, ...content };
}

/** One that the keeper sees. Throws 404. */
export async function readKeptContent<V extends object>(
  db: Db | Tx,
  table: ContentTable<V>,
  keeper: Keeper,
  publicationId: number,
): Promise<KeptContent<V>> {
  const { rows } = await listContent(db, table, isInListOf(keeper, publicationId), {
    order: 'place',
    brandIds: brandsOf(keeper),
  });
  if (!rows[0]) throw notFound(table.kind);
  return rows[0];
}

/** Adds one. Throws 403 and 422. */
export async function addContent<V extends object>(
  tx: Tx,
  table: ContentTable<V>,
  context: KeepContext,
  audience: PublicationChange,
  values: V,
): Promise<KeptContent<V>> {
  const publication = await addPublication(tx, table.kind, context.keeper, audience);
  await insertContent(tx, table, publication.id, values);
  await record(tx, table, context, 'added', publication, { after: toRecord(publication, values) });
  return readOne(tx, table, context.keeper, publication);
}

/** Changes one; what the request leaves out stays as it is. Throws 403, 404, 409 for another version, and 422. */
export async function changeContent<V extends object>(
  tx: Tx,
  table: ContentTable<V>,
  context: KeepContext,
  publicationId: number,
  { version, ...change }: Change<V> & { version?: number | null | undefined },
): Promise<KeptContent<V>> {
  const before = await lockKept(tx, table.kind, context.keeper, publicationId, version);
  const { values: present } = await readOne(tx, table, context.keeper, before);
  const publication = await changePublication(tx, context.keeper, before, change as PublicationChange);
  const values = { ...present };
  for (const name of Object.keys(table.columns) as (keyof V & string)[]) {
    const changed = (change as Partial<V>)[name];
    if (changed !== undefined) values[name] = changed;
  }
  await updateContent(tx, table, publicationId, values);
  await record(tx, table, context, 'changed', publication, {
    before: toRecord(before, present),
    after: toRecord(publication, values),
  });
  return readOne(tx, table, context.keeper, publication);
}

/** Deletes one; it can be put back. Throws 403 and 404. */
export async function removeContent<V extends object>(
  tx: Tx,
  table: ContentTable<V>,
  context: KeepContext,
  publicationId: number,
): Promise<void> {
  const publication = await lockKept(tx, table.kind, context.keeper, publicationId);
  await markDeleted(tx, publicationId, true);
  await record(tx, table, context, 'deleted', publication, {});
}

/** Puts back one that was deleted; one that is not deleted stays as it is. Throws 403 and 404. */
export async function restoreContent<V extends object>(
  tx: Tx,
  table: ContentTable<V>,
  context: KeepContext,
  publicationId: number,
): Promise<KeptContent<V>> {
  const publication = await lockKept(tx, table.kind, context.keeper, publicationId, undefined, { withDeleted: true });
  if (publication.isDeleted) {
    await markDeleted(tx, publicationId, false);
    await record(tx, table, context, 'restored', publication, {});
  }
  return readKeptContent(tx, table, context.keeper, publicationId);
}

/** Copies one for other brands and clients, as a draft without limits to roles and groups, which are those of the first ones. Throws 404 and 422. */
export async function copyContent<V extends object>(
  tx: Tx,
  table: ContentTable<V>,
  context: KeepContext,
  publicationId: number,
  audience: Pick<PublicationChange, 'brandIds' | 'organisationIds'>,
): Promise<KeptContent<V>> {
  const { publication, values } = await readKeptContent(tx, table, context.keeper, publicationId);
  const { fromDate, untilDate, displayOrder } = publication;
  return addContent(tx, table, context, { ...audience, fromDate, untilDate, displayOrder, isPublished: false }, values);
}

const toRecord = <V extends object>({ id: _, version: __, organisationId: ___, ...publication }: Publication, values: V) =>
  ({ ...publication, ...values }) as unknown as JsonObject;

/** Records an act: in the organisation that it concerns alone, or in the brand. */
async function record<V extends object>(
  tx: Tx,
  { kind }: ContentTable<V>,
  { keeper, requestId }: KeepContext,
  act: string,
  { id, brandIds, organisationIds }: Publication,
  values: { before?: JsonObject; after?: JsonObject },
): Promise<void> {
  const event = { action: `${kind}.${act}`, subjectId: String(id), requestId, ...values };
  if (keeper.admin) return recordAuditEvent(tx, { caller: keeper.admin, effective: keeper.admin }, event);
  const isForOne = brandIds.length === 0 && organisationIds.length === 1;
  const subject = {
    organisationId: isForOne ? (organisationIds[0] ?? null) : null,
    brandId: brandIds.length === 1 && organisationIds.length === 0 ? (brandIds[0] ?? null) : null,
  };
  return recordOperatorAuditEvent(tx, keeper.operator, subject, event);
}
