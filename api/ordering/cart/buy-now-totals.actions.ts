import { getPriceView } from '#api/catalogue/pricing/pricing.mapper.ts';
import { getDisplayPrice, getProductTaxView, getTaxRate, toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { tiersFor } from '#api/catalogue/products/product.mapper.ts';
import { findProduct, type ProductCombination, type ProductFacts } from '#api/catalogue/products/product.queries.ts';
import { skuKey } from '#api/catalogue/stock/stock.queries.ts';
import { explainRefusal } from '#api/entitlement/ordering-eligibility.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { calculateTotals } from './buy-now-totals.rules.ts';
import { type CartDependencies, toPricingContext } from './cart.actions.ts';
import { priceCartLines } from './cart.rules.ts';

type TotalsRequest = BodyOf<'POST /api/product/getbuynowtotals'>;
type Totals = ReplyOf<'POST /api/product/getbuynowtotals'>['totals'];

/** A combination that someone might order. */
interface ChosenItem {
  combination: ProductCombination;
  quantity: number;
}

/**
 * Prices items of a product as if they were added to the cart, and says what would be refused. Changes nothing. Throws 404 for products that the
 * person does not see, and 422 with every item whose combination is not one of the product.
 */
export async function calculateBuyNowTotals(
  db: Db,
  dependencies: CartDependencies,
  scope: Scope,
  { productId, items }: TotalsRequest,
): Promise<Totals> {
  const product = await findProduct(db, scope, productId);
  if (!product) throw notFound('product');
  const chosen = readItems(product, items);
  const tiers = tiersFor(product, scope.roleIds);
  const totals = calculateTotals(
    chosen.map(({ combination, quantity }) => ({
      ...product,
      onOffer: true,
      combinationId: combination.id,
      quantity,
      priceMinor: combination.priceMinor,
      tiers,
      freeStock: combination.onHand - combination.reserved,
      taxRate: getTaxRate(scope, product.taxClass),
    })),
  );
  const entitlement = await explainEntitlement(db, dependencies, scope, productId, chosen);
  const view = getPriceView(scope);
  const including = view.taxDisplayType === 0;
  const amount = (exclTaxMinor: number, taxMinor: number) => toMajorUnits(including ? exclTaxMinor + taxMinor : exclTaxMinor);
  return {
    items: totals.items.map(({ unitMinor, exclTaxMinor, taxMinor, warnings }, index) => {
      const { refusal, beyond } = entitlement[index] ?? {};
      return {
        combinationId: chosen[index]?.combination.id ?? null,
        sku: chosen[index]?.combination.sku ?? null,
        quantity: chosen[index]?.quantity ?? 0,
        unitPrice:
          unitMinor === null || !view.pricesVisible
            ? null
            : toMajorUnits(getDisplayPrice(unitMinor, getProductTaxView(view, product))),
        subTotal: exclTaxMinor === null || taxMinor === null || !view.pricesVisible ? null : amount(exclTaxMinor, taxMinor),
        warnings: refusal === undefined ? [...warnings, ...(beyond === undefined ? [] : [beyond])] : [refusal],
      };
    }),
    quantity: totals.quantity,
    ...(view.pricesVisible
      ? {
          subTotal: amount(totals.exclTaxMinor, totals.taxMinor),
          customisationTotal: 0,
          tax: toMajorUnits(totals.taxMinor),
          total: toMajorUnits(totals.exclTaxMinor + totals.taxMinor),
        }
      : { subTotal: null, customisationTotal: null, tax: null, total: null }),
    currencyCode: scope.currencyCode,
    taxDisplayType: view.taxDisplayType,
  };
}

/**
 * What keeps items from being ordered besides stock and quantities: `refusal`, nothing can be ordered now, or `beyond`, the entitlement does not cover
 * them. What is in the cart counts first.
 */
async function explainEntitlement(
  db: Db,
  dependencies: CartDependencies,
  scope: Scope,
  productId: number,
  items: readonly ChosenItem[],
): Promise<{ refusal: string | undefined; beyond: string | undefined }[]> {
  const context = toPricingContext(dependencies, scope);
  const planned = items.map(({ combination, quantity }) => ({
    productId,
    combinationId: combination.id,
    quantity,
    wearerId: null,
    reason: null,
    source: 'product' as const,
  }));
  const lines = await dependencies.cartLines.list(db, scope, context.today, { planned });
  return priceCartLines(lines, context)
    .slice(-planned.length)
    .map(({ eligibility, coverage }) => ({
      refusal: explainRefusal(eligibility, context.orderingReach, context.today),
      beyond: coverage.refusal,
    }));
}

/** The combination that each item means, by id, SKU or attribute values, or the product's only one. Throws 422 with every invalid item. */
function readItems(product: ProductFacts, items: TotalsRequest['items']): ChosenItem[] {
  const errors: Record<string, string[]> = {};
  const read = items.flatMap((item, index) => {
    if (item.customisations && item.customisations.length > 0) {
      errors[`items[${index}].customisations`] = ['Personalised garments cannot be ordered online.'];
      return [];
    }
    const [combination, problem] = findCombination(product, item);
    if (!combination) errors[`items[${index}].${problem.field}`] = [problem.message];
    return combination ? [{ combination, quantity: item.quantity }] : [];
  });
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  return read;
}

type Match = [combination: ProductCombination] | [combination: undefined, problem: { field: string; message: string }];

function findCombination({ combinations }: ProductFacts, item: TotalsRequest['items'][number]): Match {
  const found = (combination: ProductCombination | undefined, field: string, message: string): Match =>
    combination ? [combination] : [undefined, { field, message }];
  if (item.combinationId) {
    return found(
      combinations.find(({ id }) => id === item.combinationId),
      'combinationId',
      'This combination is not available.',
    );
  }
  if (item.sku) {
    const key = skuKey(item.sku);
    return found(
      combinations.find(({ sku }) => skuKey(sku) === key),
      'sku',
      'This SKU does not belong to the product.',
    );
  }
  if (item.attributes && item.attributes.length > 0) {
    const values = new Set(item.attributes.map(({ value }) => Number(value)));
    const matches = ({ valueIds }: ProductCombination) =>
      valueIds.length === values.size && valueIds.every((id) => values.has(id));
    return found(combinations.find(matches), 'attributes', 'This choice is not available.');
  }
  return found(combinations.length === 1 ? combinations[0] : undefined, 'attributes', 'Please choose colour, size and fit.');
}
