import { putDesignOnLine, renewLineKeys } from '#api/catalogue/customisation/cart-line-designs.queries.ts';
import { throwErrorsOfOne } from '#api/catalogue/customisation/customisations.actions.ts';
import { lockSavedDesigns } from '#api/catalogue/customisation/customisations.queries.ts';
import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import { findDesignOptions } from '#api/catalogue/customisation/design-options.queries.ts';
import { loadFonts } from '#api/catalogue/customisation/design-texts.rules.ts';
import { resolveDesigns } from '#api/catalogue/customisation/resolve-design.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { type CartDependencies, readCart } from './cart.actions.ts';
import type { PricedLine } from './cart.rules.ts';
import { deleteCartDesign, findLineToDecorate } from './cart-designs.queries.ts';

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
  if (input.id && (await lockSavedDesigns(tx, scope, [input.id])).length === 0) throw notFound('customisation');
  const line = await findLineToDecorate(tx, scope, shoppingCartItemId);
  if (!line) throw notFound('shoppingCartItem');
  const [options, fonts] = await Promise.all([
    findDesignOptions(tx, scope, { productIds: [line.productId], savedIds: input.id ? [input.id] : [] }),
    loadFonts(),
  ]);
  const [product] = options.products;
  if (!product) throw invalid('productId', 'This product is no longer available. Please remove the line.');
  const now = new Date(dependencies.clock.now()).toISOString();
  const keyOf = (_index: number, field: string) => (field === 'id' && customisationId ? 'customisationId' : field);
  const { designs, errors } = resolveDesigns(options, fonts, { product, collectionId: line.collectionId, now }, [input], keyOf);
  if (errors) throwErrorsOfOne(errors);
  await putDesignOnLine(tx, scope, line.id, designs[0] as PricedDesign);
  await renewLineKeys(tx, scope, [line.id]);
  return readCart(tx, dependencies, scope);
}

/** Takes a design off a line of the person's cart, and returns the cart. Throws 404 for one that is on no line, and 409 where a garment needs it. */
export async function removeLineDesign(tx: Tx, dependencies: CartDependencies, scope: Scope, id: number): Promise<PricedLine[]> {
  const removed = await deleteCartDesign(tx, scope, id);
  if (!removed) throw notFound('customisation');
  const { lineId } = removed;
  if (removed.isOneRequired) {
    const line = (await readCart(tx, dependencies, scope)).find((one) => one.id === lineId);
    if (line?.designs.length === 0)
      throw conflict(
        'customisation',
        'This garment is ordered with a logo or a text. Please change the design, or remove the line.',
      );
  }
  await renewLineKeys(tx, scope, [lineId]);
  return readCart(tx, dependencies, scope);
}
