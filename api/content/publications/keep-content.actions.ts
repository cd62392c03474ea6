import { recordAuditEvent, recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import { writePublishedPictures } from '../pictures/published-pictures.queries.ts';
import {
  type ContentTable,
  insertContent,
  isOne,
  type KeptContent,
  listContent,
  readContent,
  updateContent,
  writeOrder,
} from './content.queries.ts';
import {
  addPublication,
  changePublication,
  isInListOf,
  type Keeper,
  lockAllKept,
  lockKept,
  restoreKept,
} from './publications.actions.ts';
import { markDeleted } from './publications.queries.ts';
import { assertPublicationNotStale, type Publication, type PublicationChange } from './publications.rules.ts';

/** Who changes something published, and in which request. */
export interface KeepContext {
  keeper: Keeper;
  requestId: string;
}

/** What a request says of something published, besides its audience: what it leaves out stays as it is. */
type Change<V extends object> = PublicationChange & { [K in keyof V]?: V[K] | undefined };

/** A page of what the keeper keeps, or sees. */
export const listKeptContent = <V extends object>(
  db: Db | Tx,
  table: ContentTable<V>,
  keeper: Keeper,
  query: Omit<Parameters<typeof listContent>[3], 'operator'>,
) => listContent(db, table, isInListOf(keeper), { ...query, operator: keeper.operator });

/** Reads one by its publication, which the caller has found to be the keeper's. */
async function readOne<V extends object>(
  db: Db | Tx,
  table: ContentTable<V>,
  keeper: Keeper,
  publication: Publication,
): Promise<KeptContent<V>> {
  const content = (await readContent(db, table, [publication.id], keeper.operator)).get(publication.id);
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
  const { rows } = await listContent(db, table, isOne(publicationId, isInListOf(keeper)), {
    order: 'place',
    operator: keeper.operator,
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
  await keepPicture(tx, table, publication.id, values);
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
  const before = await lockKept(tx, table.kind, context.keeper, publicationId);
  const { values: present } = await readOne(tx, table, context.keeper, before);
  assertPublicationNotStale(table.kind, version, { ...present, ...before }, change);
  const publication = await changePublication(tx, context.keeper, before, change as PublicationChange);
  const values = { ...present };
  for (const name of Object.keys(table.columns) as (keyof V & string)[]) {
    const changed = (change as Partial<V>)[name];
    if (changed !== undefined) values[name] = changed;
  }
  await updateContent(tx, table, publicationId, values);
  if (table.picture && values[table.picture] !== present[table.picture]) await keepPicture(tx, table, publicationId, values);
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
  const restored = await restoreKept(tx, table.kind, context.keeper, publicationId);
  if (restored) {
    const { values } = await readOne(tx, table, context.keeper, restored);
    await keepPicture(tx, table, publicationId, values);
    await record(tx, table, context, 'restored', restored, {});
  }
  return readKeptContent(tx, table, context.keeper, publicationId);
}

/**
 * Copies one for other brands and clients: a draft for each, without limits to roles and groups, which are those of the first ones. Throws 404, and 422 for
 * brands and clients that are not the operator's.
 */
export async function copyContent<V extends object>(
  tx: Tx,
  table: ContentTable<V>,
  context: KeepContext,
  publicationId: number,
  { brandIds = [], organisationIds = [] }: { brandIds?: readonly number[]; organisationIds?: readonly number[] },
): Promise<KeptContent<V>[]> {
  if (brandIds.length + organisationIds.length === 0) throw invalid('organisationIds', 'Choose at least one brand or client.');
  const { publication, values } = await readKeptContent(tx, table, context.keeper, publicationId);
  const { fromDate, untilDate, displayOrder } = publication;
  const audiences = [...brandIds.map((id) => ({ brandIds: [id] })), ...organisationIds.map((id) => ({ organisationIds: [id] }))];
  const copies: KeptContent<V>[] = [];
  for (const audience of audiences)
    copies.push(
      await addContent(tx, table, context, { ...audience, fromDate, untilDate, displayOrder, isPublished: false }, values),
    );
  return copies;
}

/** Puts some in order: the first of them gets the lowest place. Throws 403 and 404. */
export async function orderContent<V extends object>(
  tx: Tx,
  table: ContentTable<V>,
  context: KeepContext,
  publicationIds: readonly number[],
): Promise<void> {
  const kept = await lockAllKept(tx, table.kind, context.keeper, publicationIds);
  await writeOrder(tx, publicationIds);
  for (const publication of kept) {
    const place = publicationIds.indexOf(publication.id) + 1;
    if (place === publication.displayOrder) continue;
    await record(tx, table, context, 'changed', publication, {
      before: { displayOrder: publication.displayOrder },
      after: { displayOrder: place },
    });
  }
}

/** Keeps the picture that it shows. Throws 422 for one that was not uploaded, or is stored no longer; drawings of garments are always there. */
async function keepPicture<V extends object>(
  tx: Tx,
  { picture }: ContentTable<V>,
  publicationId: number,
  values: V,
): Promise<void> {
  if (!picture) return;
  const src = String(values[picture]);
  const missing = await writePublishedPictures(tx, publicationId, src.startsWith('/pictures/') ? [src] : []);
  if (missing.length > 0) throw invalid(picture, 'This picture is no longer stored. Please add it again.');
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
