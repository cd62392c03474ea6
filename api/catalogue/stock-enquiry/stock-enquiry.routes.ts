import type { FastifyInstance } from 'fastify';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders, XLSX_MEDIA_TYPE } from '#api/platform/http/file-headers.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { BodyOf } from '#contract/index.ts';
import { getPriceView } from '../pricing/pricing.mapper.ts';
import { getDisplayPrice, getProductTaxView, getTaxRate, toMajorUnits } from '../pricing/pricing.rules.ts';
import { tiersFor } from '../products/product.mapper.ts';
import { findProduct, type ProductCombination, type ProductFacts } from '../products/product.queries.ts';
import { findStockOfCodes, lookUpCombinations } from '../stock/codes.queries.ts';
import { findStockOfSkus, skuKey } from '../stock/stock.queries.ts';
import { toEnquiredStockItem, toStockItem, toStockItems, unknownStockItem } from './stock.mapper.ts';
import { listAttributeValues, listStock } from './stock-enquiry.queries.ts';
import { exportStock } from './stock-export.actions.ts';
import { calculateTotals } from './totals.rules.ts';

type RequestedLine = BodyOf<'POST /api/product/getbuynowtotals'>['items'][number];

/** The most combinations that a look-up returns. */
const LOOKUP_LIMIT = 20;

/** Registers the endpoints that answer questions about stock and prices without changing the cart. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/stock', async ({ query, context: { effective } }) => {
    const { stock, ...others } = await listStock(db, effective, query, toOffsetAndLimit(query));
    const view = getPriceView(effective, query.taxId);
    return { stock: stock.map((item) => toEnquiredStockItem(item, view)), ...others };
  });

  registerEndpoint(app, authenticator, 'GET /api/stock/exporttoexcel', async ({ query, context, request, reply }) => {
    const { name, content } = await exportStock(db, context.effective, query, request.id);
    setFileHeaders(reply, name);
    return new FileStream(content, XLSX_MEDIA_TYPE);
  });

  registerEndpoint(app, authenticator, 'GET /api/product/productAttributesValues', async ({ query, context }) => ({
    productAttributesValues: await listAttributeValues(db, context.effective, query),
  }));

  registerEndpoint(app, authenticator, 'POST /api/product/stockmultiple', async ({ body, context }) => {
    const stock = await findStockOfCodes(
      db,
      context.effective,
      body.items.map(({ sku }) => sku),
    );
    const view = getPriceView(context.effective);
    return {
      stock: body.items.map(({ sku, quantity }) => {
        const item = stock.get(skuKey(sku));
        return item ? toStockItem(item, view, quantity) : unknownStockItem(sku);
      }),
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/product/lookup', async ({ query, context: { effective } }) => {
    const { items, hasMore } = await lookUpCombinations(db, effective, query.keyword ?? '', LOOKUP_LIMIT);
    const view = getPriceView(effective);
    return { items: items.map((item) => ({ ...toEnquiredStockItem(item, view), isExact: item.isExact })), hasMore };
  });

  registerEndpoint(app, authenticator, 'GET /api/product/stock/:sku', async ({ params, context }) => {
    const stock = await findStockOfSkus(db, context.effective, [params.sku]);
    const item = stock.get(skuKey(params.sku));
    if (!item) throw notFound('sku');
    return { stock: toStockItem(item, getPriceView(context.effective)) };
  });

  registerEndpoint(app, authenticator, 'GET /api/product/stockavailability/:id', async ({ params, context }) => {
    const product = await findProduct(db, context.effective, params.id);
    if (!product) throw notFound('product');
    return { stockAvailability: toStockItems(product, getPriceView(context.effective)) };
  });

  registerEndpoint(app, authenticator, 'POST /api/product/getbuynowtotals', async ({ body, context }) => {
    const { effective } = context;
    const product = await findProduct(db, effective, body.productId);
    if (!product) throw notFound('product');
    const combinations = readItems(product, body.items);
    const tiers = tiersFor(product, effective.roleIds);
    const totals = calculateTotals(
      combinations.map(({ combination, quantity }) => ({
        ...product,
        onOffer: true,
        combinationId: combination.id,
        quantity,
        priceMinor: combination.priceMinor,
        tiers,
        freeStock: combination.onHand - combination.reserved,
        taxRate: getTaxRate(effective, product.taxClass),
      })),
    );
    const view = getPriceView(effective);
    const including = view.taxDisplayType === 0;
    const amount = (exclTaxMinor: number, taxMinor: number) => toMajorUnits(including ? exclTaxMinor + taxMinor : exclTaxMinor);
    return {
      totals: {
        items: totals.items.map(({ unitMinor, exclTaxMinor, taxMinor, warnings }, index) => ({
          combinationId: combinations[index]?.combination.id ?? null,
          sku: combinations[index]?.combination.sku ?? null,
          quantity: combinations[index]?.quantity ?? 0,
          unitPrice:
            unitMinor === null || !view.pricesVisible
              ? null
              : toMajorUnits(getDisplayPrice(unitMinor, getProductTaxView(view, product))),
          subTotal: exclTaxMinor === null || taxMinor === null || !view.pricesVisible ? null : amount(exclTaxMinor, taxMinor),
          warnings,
        })),
        quantity: totals.quantity,
        ...(view.pricesVisible
          ? {
              subTotal: amount(totals.exclTaxMinor, totals.taxMinor),
              customisationTotal: 0,
              tax: toMajorUnits(totals.taxMinor),
              total: toMajorUnits(totals.exclTaxMinor + totals.taxMinor),
            }
          : { subTotal: null, customisationTotal: null, tax: null, total: null }),
        currencyCode: effective.currencyCode,
        taxDisplayType: view.taxDisplayType,
      },
    };
  });
}

/** The combination that each item means, by id, SKU or attribute values, or the product's only one. Throws 422 with every invalid item. */
function readItems(
  product: ProductFacts,
  items: readonly RequestedLine[],
): { combination: ProductCombination; quantity: number }[] {
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

function findCombination({ combinations }: ProductFacts, item: RequestedLine): Match {
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
