import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import { explainDesigns } from '#api/catalogue/customisation/priced-design.rules.ts';
import { getPriceView } from '#api/catalogue/pricing/pricing.mapper.ts';
import {
  getDisplayPrice,
  getProductTaxView,
  getTaxRate,
  lineAmounts,
  toMajorUnits,
} from '#api/catalogue/pricing/pricing.rules.ts';
import { tiersFor } from '#api/catalogue/products/product.mapper.ts';
import { findProduct, type ProductCombination, type ProductFacts } from '#api/catalogue/products/product.queries.ts';
import { skuKey } from '#api/catalogue/stock/stock.queries.ts';
import { explainRefusal } from '#api/entitlement/ordering-eligibility.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { calculateTotals } from './buy-now-totals.rules.ts';
import { atItem, type CartDependencies, toPricingContext } from './cart.actions.ts';
import { getPiecesMinor, type PricedLine, priceCartLines } from './cart.rules.ts';
import { listCharges, totalCharges } from './charges.rules.ts';
import { resolveItemDesigns } from './item-designs.actions.ts';

type TotalsRequest = BodyOf<'POST /api/product/getbuynowtotals'>;
type Totals = ReplyOf<'POST /api/product/getbuynowtotals'>['totals'];

/** A combination that someone might order. */
interface ChosenItem {
  combination: ProductCombination;
  quantity: number;
}

/**
 * Prices items of a product as if they were added to the cart, and says what would be refused. Changes nothing. Throws 404 for products that the
 * person does not see, and for logos and saved designs, and 422 with every item whose combination is not one of the product, and for designs that are
 * not possible.
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
  const designs = await resolveItemDesigns(
    db,
    dependencies,
    scope,
    items.map(({ customisations }) => ({ productId, collectionId: null, customisations: customisations ?? [] })),
    { keyOf: atItem },
  );
  const lines = await planLines(db, dependencies, scope, productId, chosen, designs);
  const tiers = tiersFor(product, scope.roleIds);
  const taxRate = getTaxRate(scope, product.taxClass);
  const totals = calculateTotals(
    chosen.map(({ combination, quantity }, index) => ({
      ...product,
      onOffer: true,
      combinationId: combination.id,
      quantity,
      priceMinor: combination.priceMinor,
      tiers,
      freeStock: combination.onHand - combination.reserved,
      taxRate,
      decorationMinor: lines[index]?.decorationMinor ?? 0,
      designWarnings: lines[index]?.designWarnings ?? [],
    })),
  );
  const decoration = totalDecoration(lines, taxRate);
  const view = getPriceView(scope);
  const including = view.taxDisplayType === 0;
  const amount = (exclTaxMinor: number, taxMinor: number) => toMajorUnits(including ? exclTaxMinor + taxMinor : exclTaxMinor);
  return {
    items: totals.items.map(({ unitMinor, exclTaxMinor, taxMinor, warnings }, index) => {
      const { refusal, beyond, own = 0 } = lines[index] ?? {};
      const ownQuantity = scope.paysOwnPart ? Math.min(items[index]?.ownQuantity ?? own, chosen[index]?.quantity ?? 0) : 0;
      return {
        combinationId: chosen[index]?.combination.id ?? null,
        sku: chosen[index]?.combination.sku ?? null,
        quantity: chosen[index]?.quantity ?? 0,
        unitPrice:
          unitMinor === null || !view.pricesVisible
            ? null
            : toMajorUnits(getDisplayPrice(unitMinor, getProductTaxView(view, product))),
        subTotal: exclTaxMinor === null || taxMinor === null || !view.pricesVisible ? null : amount(exclTaxMinor, taxMinor),
        ownQuantity,
        ownTotal:
          unitMinor === null || ownQuantity === 0 ? null : toMajorUnits(getPiecesMinor({ unitMinor, taxRate }, ownQuantity)),
        warnings: refusal === undefined ? [...warnings, ...(beyond === undefined ? [] : [beyond])] : [refusal],
      };
    }),
    quantity: totals.quantity,
    ...(view.pricesVisible
      ? {
          subTotal: amount(totals.exclTaxMinor, totals.taxMinor),
          customisationTotal: amount(decoration.exclTaxMinor, decoration.taxMinor),
          tax: toMajorUnits(totals.taxMinor + decoration.chargesTaxMinor),
          total: toMajorUnits(totals.exclTaxMinor + totals.taxMinor + decoration.chargesMinor + decoration.chargesTaxMinor),
        }
      : { subTotal: null, customisationTotal: null, tax: null, total: null }),
    currencyCode: scope.currencyCode,
    taxDisplayType: view.taxDisplayType,
  };
}

/** An item as the line that it would be. */
interface LineToBe
  extends Pick<PricedLine, 'callForPrice' | 'decorationMinor' | 'designs' | 'productName' | 'quantity' | 'quote' | 'taxRate'> {
  /** Why nothing can be ordered now. */
  refusal: string | undefined;
  /** Why the entitlement does not cover it. */
  beyond: string | undefined;
  /** Pieces that the person would pay. */
  own: number;
  designWarnings: string[];
}

/** What items would be besides stock and quantities, which are theirs alone. What is in the cart counts first. */
async function planLines(
  db: Db,
  dependencies: CartDependencies,
  scope: Scope,
  productId: number,
  items: readonly ChosenItem[],
  designs: readonly PricedDesign[][],
): Promise<LineToBe[]> {
  const context = toPricingContext(dependencies, scope);
  const planned = items.map(({ combination, quantity }, index) => ({
    productId,
    combinationId: combination.id,
    quantity,
    wearerId: null,
    reason: null,
    source: 'product' as const,
    designs: designs[index] ?? [],
  }));
  const lines = await dependencies.cartLines.list(db, scope, context.today, { planned });
  return priceCartLines(lines, context)
    .slice(-planned.length)
    .map((line) => ({
      ...line,
      refusal: explainRefusal(line.eligibility, context.orderingReach, context.today),
      beyond: line.coverage.refusal,
      own: line.coverage.own,
      designWarnings: explainButNames(line),
    }));
}

/** What keeps designs from being ordered, but for names that are missing: for whom items are is not known here, and names are given as they are added. */
function explainButNames({ designs, isCustomisationRequired }: PricedLine): string[] {
  const known = designs.filter(({ problem }) => problem !== 'name');
  return explainDesigns(known, isCustomisationRequired && known.length === designs.length);
}

/** What logos, texts and badges of lines cost, with the part of it that is beside the goods: set-up, once for each design. */
function totalDecoration(lines: readonly LineToBe[], taxRate: number) {
  const charges = totalCharges(listCharges(lines));
  const perPiece = lines
    .filter(({ callForPrice }) => !callForPrice)
    .map(({ decorationMinor, quantity }) => lineAmounts(decorationMinor, quantity, taxRate));
  return {
    ...charges,
    exclTaxMinor: perPiece.reduce((sum, { exclTaxMinor }) => sum + exclTaxMinor, charges.chargesMinor),
    taxMinor: perPiece.reduce((sum, { taxMinor }) => sum + taxMinor, charges.chargesTaxMinor),
  };
}

/** The combination that each item means, by id, SKU or attribute values, or the product's only one. Throws 422 with every invalid item. */
function readItems(product: ProductFacts, items: TotalsRequest['items']): ChosenItem[] {
  const errors: Record<string, string[]> = {};
  const read = items.flatMap((item, index) => {
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
