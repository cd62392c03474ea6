import { putDesignsOnLine, renewLineKeys } from '#api/catalogue/customisation/cart-line-designs.queries.ts';
import { throwDesignErrors, throwErrorsOfOne } from '#api/catalogue/customisation/customisations.actions.ts';
import { lockSavedDesigns } from '#api/catalogue/customisation/customisations.queries.ts';
import { findDesignOptions } from '#api/catalogue/customisation/design-options.queries.ts';
import { loadFonts } from '#api/catalogue/customisation/design-texts.rules.ts';
import { type DesignInput, resolveDesigns } from '#api/catalogue/customisation/resolve-design.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { type CartDependencies, readCart } from './cart.actions.ts';
import type { PricedLine } from './cart.rules.ts';
import { deleteCartDesign, findLineToDecorate } from './cart-designs.queries.ts';

/** Refusal of another design on a line of a quote. */
const QUOTED_DESIGN =
  'The logo and text of this garment are part of its quoted price. Please ask for a new quote to change them.';

/** What inputs mean for a line of the person's cart, which is locked after the saved designs. Throws 404 without the line or a saved design. */
async function resolveForLine(
  tx: Tx,
  { clock }: CartDependencies,
  scope: Scope,
  lineId: number,
  inputs: readonly DesignInput[],
  keyOf?: (index: number, field: string) => string,
) {
  const savedIds = [...new Set(inputs.flatMap(({ id }) => id || []))];
  if (savedIds.length > 0 && (await lockSavedDesigns(tx, scope, savedIds)).length < savedIds.length)
    throw notFound('customisation');
  const line = await findLineToDecorate(tx, scope, lineId);
  if (!line) throw notFound('shoppingCartItem');
  if (line.isQuoted) throw conflict('customisation', QUOTED_DESIGN);
  const [options, fonts] = await Promise.all([
    findDesignOptions(tx, scope, { productIds: [line.productId], savedIds }),
    loadFonts(),
  ]);
  const [product] = options.products;
  if (!product) throw invalid('productId', 'This product is no longer available. Please remove the line.');
  const target = { product, collectionId: line.collectionId, now: new Date(clock.now()).toISOString() };
  return { line, ...resolveDesigns(options, fonts, target, inputs, keyOf) };
}

/**
 * Puts a design on a line of the person's cart, in the place of one at the same position, and returns the cart. Throws 404 for an unknown line, saved
 * design or logo, and 422 for what is not possible.
 */
export async function personaliseLine(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  { shoppingCartItemId, customisationId, customisation }: BodyOf<'POST /api/shopping_cart_items/customisation'>,
): Promise<PricedLine[]> {
  const input = customisationId ? { id: customisationId } : customisation;
  if (!input) throw invalid('customisation', 'Please choose a design.');
  const keyOf = (_index: number, field: string) => (field === 'id' && customisationId ? 'customisationId' : field);
  const { line, designs, errors } = await resolveForLine(tx, dependencies, scope, shoppingCartItemId, [input], keyOf);
  if (errors) throwErrorsOfOne(errors);
  await putDesignsOnLine(tx, scope, line.id, designs, { keepsOthers: true });
  await renewLineKeys(tx, scope, [line.id]);
  return readCart(tx, dependencies, scope);
}

/**
 * Gives a line of the person's cart these designs instead of its own, all or none of them, and returns the cart. Throws 404 for an unknown line, saved
 * design or logo, 409 without a design that the garment needs, and 422 for what is not possible, keyed by design.
 */
export async function setLineDesigns(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  lineId: number,
  inputs: readonly DesignInput[],
): Promise<PricedLine[]> {
  const keyOf = (index: number, field: string) => `customisations[${index}].${field}`;
  const { line, designs, errors } = await resolveForLine(tx, dependencies, scope, lineId, inputs, keyOf);
  if (errors) throwDesignErrors(errors);
  await putDesignsOnLine(tx, scope, line.id, designs, { keepsOthers: false });
  await assertStillDecorated(tx, dependencies, scope, line.id);
  await renewLineKeys(tx, scope, [line.id]);
  return readCart(tx, dependencies, scope);
}

/** Takes a design off a line of the person's cart, and returns the cart. Throws 404 for one that is on no line, and 409 where a garment needs it. */
export async function removeLineDesign(tx: Tx, dependencies: CartDependencies, scope: Scope, id: number): Promise<PricedLine[]> {
  const removed = await deleteCartDesign(tx, scope, id);
  if (!removed) throw notFound('customisation');
  if (removed.isQuoted) throw conflict('customisation', QUOTED_DESIGN);
  const { lineId } = removed;
  if (removed.isNeeded) await assertStillDecorated(tx, dependencies, scope, lineId);
  await renewLineKeys(tx, scope, [lineId]);
  return readCart(tx, dependencies, scope);
}

/** Throws 409 where a line has lost a design without which its garment cannot be ordered. */
async function assertStillDecorated(tx: Tx, dependencies: CartDependencies, scope: Scope, lineId: number): Promise<void> {
  const line = (await readCart(tx, dependencies, scope)).find(({ id }) => id === lineId);
  if (line?.isCustomisationRequired && line.designs.length === 0)
    throw conflict(
      'customisation',
      'This garment is ordered with a logo or a text. Please change the design, or remove the line.',
    );
  if (line?.designs.some(({ problem }) => problem === 'name'))
    throw conflict('customisation', 'This garment is ordered with a name. Please change the name, or remove the line.');
}
