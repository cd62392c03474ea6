import { throwDesignErrors } from '#api/catalogue/customisation/customisations.actions.ts';
import { lockSavedDesigns } from '#api/catalogue/customisation/customisations.queries.ts';
import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import { findDesignOptions } from '#api/catalogue/customisation/design-options.queries.ts';
import { loadFonts } from '#api/catalogue/customisation/design-texts.rules.ts';
import { type DesignErrors, type DesignInput, resolveDesigns } from '#api/catalogue/customisation/resolve-design.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** An item with the designs that a request names for it. */
interface ItemToDecorate {
  productId: number;
  /** The wardrobe that it names. */
  collectionId: number | null;
  customisations: readonly DesignInput[];
}

/**
 * The designs of items, in their order, in one statement whatever their number; none where no item has any. In a transaction that puts them on lines,
 * `toKeep`, saved designs stay as they are until it ends. Throws 404 and 422 keyed as `keyOf` says; an unknown product is left to the caller.
 */
export async function resolveItemDesigns(
  db: Db,
  { clock }: { clock: Clock },
  scope: Scope,
  items: readonly ItemToDecorate[],
  { keyOf, toKeep }: { keyOf: (item: number, field: string) => string; toKeep?: Tx },
): Promise<PricedDesign[][]> {
  const decorated = items.filter(({ customisations }) => customisations.length > 0);
  if (decorated.length === 0) return items.map(() => []);
  const savedIds = decorated.flatMap(({ customisations }) => customisations.flatMap(({ id }) => id || []));
  if (toKeep && savedIds.length > 0) await lockSavedDesigns(toKeep, scope, savedIds);
  const productIds = decorated.map(({ productId }) => productId);
  const [options, fonts] = await Promise.all([findDesignOptions(db, scope, { productIds, savedIds }), loadFonts()]);
  const products = new Map(options.products.map((product) => [product.id, product]));
  const now = new Date(clock.now()).toISOString();
  const errors: DesignErrors = { invalid: {}, missing: {} };
  const resolved = items.map(({ productId, collectionId, customisations }, item) => {
    const product = products.get(productId);
    if (customisations.length === 0) return [];
    if (!product) {
      errors.missing[keyOf(item, 'productId')] = 'product';
      return [];
    }
    const { designs, errors: own } = resolveDesigns(
      options,
      fonts,
      { product, collectionId, now },
      customisations,
      (index, field) => keyOf(item, `customisations[${index}].${field}`),
    );
    Object.assign(errors.invalid, own?.invalid);
    Object.assign(errors.missing, own?.missing);
    return designs;
  });
  if (Object.keys(errors.invalid).length + Object.keys(errors.missing).length > 0) throwDesignErrors(errors);
  return resolved;
}
