import { requireChangeableCart } from '#api/identity/sessions/cart-key.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, invalid, notFound, partsNotFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import {
  changeFollowers,
  hasFollowerWithOther,
  lockCartsOf,
  removeFollowers,
  renewLineKeys,
} from './cart-line-designs.queries.ts';
import {
  deleteSavedDesign,
  findSavedDesign,
  insertSavedDesign,
  isOrdered,
  lockSavedDesigns,
  type SavedDesign,
  updateSavedDesign,
} from './customisations.queries.ts';
import type { PricedDesign } from './design.rules.ts';
import { findDesignOptions } from './design-options.queries.ts';
import type { DesignRow } from './design-options.rules.ts';
import { loadFonts } from './design-texts.rules.ts';
import { toPricedDesigns } from './priced-design.rules.ts';
import { type DesignErrors, type DesignInput, resolveDesigns } from './resolve-design.rules.ts';

type SavedInput = BodyOf<'POST /api/customisations'>;

/** Throws what is wrong with designs: 404 before 422. */
export function throwDesignErrors({ invalid: fields, missing }: DesignErrors): never {
  if (Object.keys(missing).length > 0) throw partsNotFound(missing);
  throw new HttpError(422, fields);
}

/** As `throwDesignErrors`, for one design: what does not exist is named by what it is. */
export function throwErrorsOfOne({ invalid: fields, missing }: DesignErrors): never {
  const [entity] = Object.values(missing);
  if (entity !== undefined) throw notFound(entity);
  throw new HttpError(422, fields);
}

/** The input with what it leaves out as it was saved. A change of method, position or logo keeps the text, and the other way round. */
const completeInput = (input: SavedInput, saved: DesignRow): DesignInput => ({
  productId: saved.productId,
  methodId: saved.methodId,
  positionId: saved.positionId,
  logoId: saved.logoId,
  text: saved.text,
  fontName: saved.fontName,
  threadColour: saved.threadColour,
  nameDesignId: saved.garmentDesignId,
  comments: saved.comments,
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
  id: undefined,
});

/**
 * Saves a design for the person, or changes a saved one and the lines of carts that follow it, and returns it. Throws 404 for a product, logo or saved
 * design that the person has not, 409 to change one where the cart is only shown, and 422 with the field that is not possible.
 */
export async function saveDesign(tx: Tx, scope: Scope, input: SavedInput, now: Date): Promise<PricedDesign> {
  const { id: savedId } = input;
  if (savedId) requireChangeableCart(scope);
  if (savedId && (await lockSavedDesigns(tx, scope, [savedId], { toChange: true })).length === 0) throw notFound('customisation');
  const saved = savedId ? await findSavedDesign(tx, scope, savedId) : undefined;
  if (savedId && !saved) throw notFound('customisation');
  if (saved && input.productId && input.productId !== saved.productId)
    throw invalid('productId', 'A saved design stays with its product. Save it as a new one for another product.');
  const productId = saved?.productId ?? input.productId;
  if (!productId) throw invalid('productId', 'Product is required.');
  const [options, fonts] = await Promise.all([findDesignOptions(tx, scope, { productIds: [productId] }), loadFonts()]);
  const [product] = options.products;
  if (!product) throw notFound('product');
  const wanted = saved ? completeInput(input, saved) : { ...input, id: undefined };
  const { designs, errors } = resolveDesigns(options, fonts, { product, collectionId: null, now: now.toISOString() }, [wanted]);
  if (errors) throwErrorsOfOne(errors);
  const name = input.name === undefined && saved ? saved.name : input.name?.trim() || null;
  const design: SavedDesign = { ...(designs[0] as PricedDesign), productId, name };
  const id = savedId ? await changeDesign(tx, scope, savedId, design) : await insertSavedDesign(tx, scope, design);
  const row = (await findSavedDesign(tx, scope, id)) as DesignRow;
  return toPricedDesigns([row], fonts)[0] as PricedDesign;
}

async function changeDesign(tx: Tx, scope: Scope, id: number, design: SavedDesign): Promise<number> {
  await lockCartsOf(tx, scope);
  if (await hasFollowerWithOther(tx, scope, id, design.positionId))
    throw invalid(
      'positionId',
      'A line of your cart has another design there. Please remove that first, or choose another position.',
    );
  await updateSavedDesign(tx, scope, id, design);
  await renewLineKeys(tx, scope, await changeFollowers(tx, scope, id, design));
  return id;
}

/** Deletes a saved design and takes it off lines of carts. Throws 404, and 409 when an order was placed with it or the cart is only shown. */
export async function deleteDesign(tx: Tx, scope: Scope, id: number): Promise<void> {
  requireChangeableCart(scope);
  if ((await lockSavedDesigns(tx, scope, [id], { toChange: true })).length === 0) throw notFound('customisation');
  await lockCartsOf(tx, scope);
  if (await isOrdered(tx, scope, id))
    throw conflict('customisation', 'An order was placed with this design, so it is kept. You can change it, or save another.');
  await renewLineKeys(tx, scope, await removeFollowers(tx, scope, id));
  await deleteSavedDesign(tx, scope, id);
}
