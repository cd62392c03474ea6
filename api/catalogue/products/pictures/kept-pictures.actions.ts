import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { cleanFileName } from '#api/platform/files/file-name.rules.ts';
import type { FileStore, ScannedFile } from '#api/platform/files/file-store.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/index.ts';
import { refreshListingsOf } from '../../kept-products/kept-products.queries.ts';
import { assignPictures } from '../../pictures/assign-pictures.queries.ts';
import { formatPictureAddress, parsePictureAddress } from '../../pictures/product-picture.rules.ts';
import { storePicture } from '../../pictures/store-picture.ts';
import { keepPictures } from '../../pictures/stored-pictures.queries.ts';
import { lockKeptProduct } from '../keeping/kept-product.queries.ts';
import { OF_ALL_BRANDS } from '../keeping/operator-products.actions.ts';
import { explainProductRefusal } from '../keeping/product-fields.mapper.ts';
import { loadColours, loadPictures, markPicturesChanged, writePictures } from './kept-pictures.queries.ts';
import { addPictures, describePictureChanges, type KeptPicture } from './kept-pictures.rules.ts';
import { findSkuOwners } from './picture-names.queries.ts';
import { comparePictures, matchPictureName, matchWithinProduct, type NameMatch } from './picture-names.rules.ts';

type Result = ReplyOf<'POST /api/operator/products/pictures'>['results'][number];
type PictureList = ReplyOf<'PUT /api/operator/products/:id/pictures'>;

/** What adding pictures takes besides the files. */
interface Dependencies {
  db: Db;
  files: Pick<FileStore, 'write'>;
}

const SHARED = explainProductRefusal({ foreignOrganisations: 1 });
const TOO_MANY = 'The product has as many pictures as it can have. Remove some first.';
const GONE = 'This product was not found. It may have been deleted.';

/** The products that file names say, of those that the operator sees. */
export async function matchPictures(
  db: Db,
  operator: OperatorScope,
  fileNames: readonly string[],
): Promise<ReplyOf<'POST /api/operator/products/pictures/matches'>> {
  const owners = await findSkuOwners(db, operator, fileNames);
  return {
    matches: fileNames.map((fileName) => {
      const { isShared, problem, ...match } = matchPictureName(fileName, owners);
      return { fileName, ...match, problem: isShared ? SHARED : problem };
    }),
  };
}

/** A file, and where its picture goes. */
interface Target {
  file: ScannedFile;
  match: Omit<NameMatch, 'isShared'>;
  /** Why the file is not looked at; null when it is. */
  refusal: Pick<Result, 'state' | 'problem'> | null;
}

/** Adds pictures to the products that their file names say. What cannot be used is in the results, and keeps no other from being added. */
export async function addPicturesByName(
  { db, files }: Dependencies,
  operator: OperatorScope,
  received: readonly ScannedFile[],
  requestId: string,
): Promise<ReplyOf<'POST /api/operator/products/pictures'>> {
  const owners = await findSkuOwners(
    db,
    operator,
    received.map(({ name }) => name),
  );
  const targets = received.map((file): Target => {
    const { isShared, ...match } = matchPictureName(file.name, owners);
    const refusal = match.product === null ? 'unmatched' : isShared ? 'refused' : null;
    return { file, match, refusal: refusal && { state: refusal, problem: isShared ? SHARED : match.problem } };
  });
  const { results } = await storeAndAdd({ db, files }, operator, targets, requestId);
  return { results };
}

/** Adds pictures to a product. Throws 403 and 404; what concerns one file is in its result. */
export async function addPicturesTo(
  { db, files }: Dependencies,
  operator: OperatorScope,
  product: { id: number; name: string },
  { valueId, shows }: QueryOf<'POST /api/operator/products/:id/pictures'>,
  received: readonly ScannedFile[],
  requestId: string,
): Promise<ReplyOf<'POST /api/operator/products/:id/pictures'>> {
  const names = received.map(({ name }) => name);
  const [owners, colours] = [await findSkuOwners(db, operator, names), await loadColours(db, product.id)];
  const chosen = colours.find(({ id }) => id === valueId) ?? null;
  if (valueId !== undefined && valueId !== 0 && !chosen)
    throw new HttpError(422, { valueId: ['This is no colour of the product.'] });
  const targets = received.map((file): Target => {
    const said = matchWithinProduct(file.name, owners, product.id, colours);
    const match = {
      product,
      value: valueId === undefined ? said.value : chosen,
      shows: shows ?? said.shows,
      number: said.number,
    };
    return { file, match: { ...match, problem: null }, refusal: null };
  });
  const { results, lists } = await storeAndAdd({ db, files }, operator, targets, requestId);
  const list = lists.get(product.id);
  if (list) return { results, ...list };
  const now = await runInTransaction(db, (tx) => lockKeptProduct(tx, operator, product.id));
  if (!now) throw notFound('product');
  return { results, pictures: toPictureList(await loadPictures(db, product.id)), version: now.version };
}

/** Throws 404 for a product that the operator does not see, and 403 for one that they do not change, before anything is uploaded. Returns its name. */
export async function getChangeableProduct(db: Db, operator: OperatorScope, id: number): Promise<{ id: number; name: string }> {
  const product = await runInTransaction(db, (tx) => lockChangeableProduct(tx, operator, id));
  return { id, name: product.name };
}

async function lockChangeableProduct(tx: Tx, operator: OperatorScope, id: number) {
  const product = await lockKeptProduct(tx, operator, id);
  if (!product) throw notFound('product');
  const refusal = explainProductRefusal(product);
  if (refusal !== null) throw new HttpError(403, { product: [refusal] });
  return product;
}

/** Stores the files that have a place, one after the other, and adds them to their products in one transaction. */
async function storeAndAdd(
  { db, files }: Dependencies,
  operator: OperatorScope,
  targets: readonly Target[],
  requestId: string,
): Promise<{ results: Result[]; lists: Map<number, PictureList> }> {
  const owner = `${operator.kind} ${operator.id}`;
  const stored: { target: Target; src: string }[] = [];
  const refusals = new Map<Target, Pick<Result, 'state' | 'problem'>>();
  for (const target of targets) {
    if (target.refusal) {
      refusals.set(target, target.refusal);
      continue;
    }
    const picture = await storePicture({ db, blobs: files }, target.file, owner);
    if ('key' in picture) stored.push({ target, src: formatPictureAddress(picture.key) });
    else refusals.set(target, { state: 'refused', problem: picture.problem });
  }
  const lists = new Map<number, PictureList>();
  const outcomes = new Map(refusals);
  await runInTransaction(db, async (tx) => {
    // The transaction may run again.
    lists.clear();
    const byProduct = Map.groupBy(stored, ({ target }) => target.match.product?.id as number);
    for (const [productId, own] of [...byProduct].toSorted(([a], [b]) => a - b)) {
      const added = await addToProduct(tx, operator, productId, own, requestId);
      if (added.list) lists.set(productId, added.list);
      for (const [index, { target }] of added.order.entries())
        outcomes.set(target, added.outcomes[index] as Pick<Result, 'state' | 'problem'>);
    }
    if (lists.size > 0) await refreshListingsOf(tx, [...lists.keys()]);
  });
  return {
    results: targets.map((target) => {
      const { product, value, shows } = target.match;
      const outcome = outcomes.get(target) ?? { state: 'refused', problem: null };
      return { fileName: cleanFileName(target.file.name), product, value, shows, ...outcome };
    }),
    lists,
  };
}

async function addToProduct(
  tx: Tx,
  operator: OperatorScope,
  productId: number,
  stored: readonly { target: Target; src: string }[],
  requestId: string,
): Promise<{
  order: readonly { target: Target }[];
  outcomes: Pick<Result, 'state' | 'problem'>[];
  list?: PictureList;
}> {
  const order = stored.toSorted((a, b) => comparePictures(a.target.match, b.target.match));
  const refuse = (problem: string | null) => ({ order, outcomes: order.map(() => ({ state: 'refused' as const, problem })) });
  const product = await lockKeptProduct(tx, operator, productId);
  if (!product) return refuse(GONE);
  const refusal = explainProductRefusal(product);
  if (refusal !== null) return refuse(refusal);
  const [before, colours] = [await loadPictures(tx, productId), await loadColours(tx, productId)];
  const { pictures, states } = addPictures(
    before,
    order.map(({ target: { match }, src }) => ({
      src,
      altText: null,
      // A colour may have been removed while the file was sent.
      valueId: colours.find(({ id }) => id === match.value?.id)?.id ?? null,
      shows: match.shows,
    })),
  );
  const outcomes = states.map((state) =>
    state === 'added'
      ? { state, problem: null }
      : state === 'present'
        ? { state, problem: 'The product has this picture already.' }
        : { state: 'refused' as const, problem: TOO_MANY },
  );
  if (!states.includes('added')) return { order, outcomes };
  return { order, outcomes, list: await savePictures(tx, operator, productId, { before, after: pictures, colours, requestId }) };
}

/** Writes a changed list, with everything that follows from it but the listings. */
async function savePictures(
  tx: Tx,
  operator: OperatorScope,
  productId: number,
  {
    before,
    after,
    colours,
    requestId,
  }: {
    before: readonly KeptPicture[];
    after: readonly (Omit<KeptPicture, 'id'> & { id: number | null })[];
    colours: readonly { id: number; name: string }[];
    requestId: string;
  },
): Promise<PictureList> {
  const saved = await writePictures(tx, productId, after);
  await assignPictures(tx, [productId]);
  const version = await markPicturesChanged(tx, productId);
  await recordOperatorAuditEvent(tx, operator, OF_ALL_BRANDS, {
    action: 'product.changed',
    subjectId: String(productId),
    after: { pictures: describePictureChanges(before, after, colours) },
    requestId,
  });
  return { pictures: toPictureList(saved), version };
}

/** Changes the list of photographs of a product. Throws 403, 404, 409 for what someone else has changed in the meantime, and 422. */
export async function changePictures(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { pictures, version }: BodyOf<'PUT /api/operator/products/:id/pictures'>,
  requestId: string,
): Promise<PictureList> {
  const product = await lockChangeableProduct(tx, operator, id);
  const [before, colours] = [await loadPictures(tx, id), await loadColours(tx, id)];
  assertNotStale('product', ['pictures_changed_at'], product.fieldVersions, version, () => 'Pictures');
  const known = new Map(before.map((picture) => [picture.id, picture]));
  const errors: Record<string, string[]> = {};
  const seen = new Set<number>();
  const after = pictures.map(({ id: pictureId, src, altText, valueId, shows }, place) => {
    const old = pictureId === undefined ? undefined : known.get(pictureId);
    if (pictureId !== undefined && (!old || seen.has(pictureId))) errors[`pictures[${place}].id`] = [MISSING];
    if (pictureId === undefined && parsePictureAddress(src ?? '') === undefined) errors[`pictures[${place}].src`] = [MISSING];
    if (valueId != null && !colours.some((colour) => colour.id === valueId))
      errors[`pictures[${place}].valueId`] = ['This is no colour of the product.'];
    if (pictureId !== undefined) seen.add(pictureId);
    return {
      id: pictureId ?? null,
      src: old?.src ?? src ?? '',
      altText: altText === undefined ? (old?.altText ?? null) : altText?.trim() || null,
      valueId: valueId === undefined ? (old?.valueId ?? null) : valueId,
      shows: shows === undefined ? (old?.shows ?? null) : shows,
    };
  });
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  const back = after.flatMap((picture) => (picture.id === null ? [parsePictureAddress(picture.src) as string] : []));
  const removed = before.filter((picture) => !seen.has(picture.id));
  // Those that were removed can be put back for a day.
  const kept = await keepPictures(tx, [...back, ...removed.flatMap(({ src }) => parsePictureAddress(src) ?? [])]);
  if (back.some((key) => !kept.has(key)))
    throw new HttpError(422, { pictures: ['A removed picture is no longer stored. Please upload it again.'] });
  if (describePictureChanges(before, after, colours) === '') return { pictures: toPictureList(before), version: product.version };
  const list = await savePictures(tx, operator, id, { before, after, colours, requestId });
  await refreshListingsOf(tx, [id]);
  return list;
}

const MISSING = 'This picture was not found. It may have been removed. Please reload the page.';

const toPictureList = (pictures: readonly KeptPicture[]): PictureList['pictures'] =>
  pictures.map((picture) => ({ ...picture, isDrawing: false }));
