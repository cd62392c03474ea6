import type { FastifyInstance } from 'fastify';
import type { BodyOf } from '#contract/index.ts';
import { shownPrice, toWire } from '../catalogue/catalogue.rules.ts';
import { taxViewFor } from '../catalogue/catalogue.wire.ts';
import { type Combination, findProduct, type ProductFacts } from '../catalogue/product.queries.ts';
import { tiersFor } from '../catalogue/product.wire.ts';
import { serve } from '../http/endpoint.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { findStockOfSkus, skuKey } from './stock.queries.ts';
import { toStockItem, toStockItems, unknownStockItem } from './stock.wire.ts';
import { totalItems } from './totals.rules.ts';

type AskedItem = BodyOf<'POST /api/product/getbuynowtotals'>['items'][number];

export function stockRoutes(app: FastifyInstance, { db, gate }: Portal): void {
  serve(app, gate, 'POST /api/product/stockmultiple', async ({ body, visit }) => {
    const stock = await findStockOfSkus(
      db,
      visit.scope,
      body.items.map(({ sku }) => sku),
    );
    const view = taxViewFor(visit.scope);
    return {
      stock: body.items.map(({ sku, quantity }) => {
        const item = stock.get(skuKey(sku));
        return item ? toStockItem(item, view, quantity) : unknownStockItem(sku);
      }),
    };
  });

  serve(app, gate, 'GET /api/product/stock/:sku', async ({ params, visit }) => {
    const stock = await findStockOfSkus(db, visit.scope, [params.sku]);
    const item = stock.get(skuKey(params.sku));
    if (!item) throw notFound('sku');
    return { stock: toStockItem(item, taxViewFor(visit.scope)) };
  });

  serve(app, gate, 'GET /api/product/stockavailability/:id', async ({ params, visit }) => {
    const product = await findProduct(db, visit.scope, params.id);
    if (!product) throw notFound('product');
    return { stockAvailability: toStockItems(product, taxViewFor(visit.scope)) };
  });

  serve(app, gate, 'POST /api/product/getbuynowtotals', async ({ body, visit }) => {
    const { scope } = visit;
    const product = await findProduct(db, scope, body.productId);
    if (!product) throw notFound('product');
    const combinations = readItems(product, body.items);
    const tiers = tiersFor(product, scope.roleIds);
    const totals = totalItems(
      combinations.map(({ combination, quantity }) => ({
        ...product,
        onOffer: true,
        combinationId: combination.id,
        quantity,
        priceMinor: combination.priceMinor,
        tiers,
        freeStock: combination.onHand - combination.reserved,
        taxRate: product.isTaxExempt ? 0 : scope.taxRate,
      })),
    );
    const view = taxViewFor(scope);
    const including = view.taxDisplayType === 0;
    const amount = (exclTaxMinor: number, taxMinor: number) => toWire(including ? exclTaxMinor + taxMinor : exclTaxMinor);
    return {
      totals: {
        items: totals.items.map(({ unitMinor, exclTaxMinor, taxMinor, warnings }, index) => ({
          combinationId: combinations[index]?.combination.id ?? null,
          sku: combinations[index]?.combination.sku ?? null,
          quantity: combinations[index]?.quantity ?? 0,
          unitPrice:
            unitMinor === null
              ? null
              : toWire(shownPrice(unitMinor, { ...view, taxRate: product.isTaxExempt ? 0 : view.taxRate })),
          subTotal: exclTaxMinor === null || taxMinor === null ? null : amount(exclTaxMinor, taxMinor),
          warnings,
        })),
        quantity: totals.quantity,
        subTotal: amount(totals.exclTaxMinor, totals.taxMinor),
        customisationTotal: 0,
        tax: toWire(totals.taxMinor),
        total: toWire(totals.exclTaxMinor + totals.taxMinor),
        currencyCode: scope.currencyCode,
        taxDisplayType: view.taxDisplayType,
      },
    };
  });
}

/** The combination each item means, by id, SKU or chosen values, or the only one there is. Throws 422 with every item that is wrong. */
function readItems(product: ProductFacts, items: readonly AskedItem[]): { combination: Combination; quantity: number }[] {
  const errors: Record<string, string[]> = {};
  const read = items.flatMap((item, index) => {
    if (item.customisations && item.customisations.length > 0) {
      errors[`items[${index}].customisations`] = ['Personalisation cannot be ordered yet.'];
      return [];
    }
    const [combination, problem] = choose(product, item);
    if (!combination) errors[`items[${index}].${problem.field}`] = [problem.message];
    return combination ? [{ combination, quantity: item.quantity }] : [];
  });
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  return read;
}

type Chosen = [combination: Combination] | [combination: undefined, problem: { field: string; message: string }];

function choose({ combinations }: ProductFacts, item: AskedItem): Chosen {
  const found = (combination: Combination | undefined, field: string, message: string): Chosen =>
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
    const fits = ({ valueIds }: Combination) => valueIds.length === values.size && valueIds.every((id) => values.has(id));
    return found(combinations.find(fits), 'attributes', 'This choice is not available.');
  }
  return found(combinations.length === 1 ? combinations[0] : undefined, 'attributes', 'Please choose colour, size and fit.');
}
