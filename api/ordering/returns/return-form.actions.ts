import { toMajorUnits, unitPrice } from '#api/catalogue/pricing/pricing.rules.ts';
import { getAvailability } from '#api/catalogue/stock/stock.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { describeDesign } from '#contract/catalogue/customisation/design-words.ts';
import type { ReplyOf } from '#contract/index.ts';
import { isReturnableOnlyIfFaulty } from '#contract/ordering/returns/returnable.ts';
import { FIT_PLACES } from '#contract/ordering/returns/returns.ts';
import { selectTiers } from '../cart/cart-lines.actions.ts';
import { readGarmentDetails } from '../cart/garment-details.queries.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import { getReturnForm } from './request-return.actions.ts';
import { toLineImages } from './returns.mapper.ts';
import { type ExchangeOptionRow, type FormLine, listExchangeOptions } from './returns.queries.ts';
import { isActionPossible } from './returns.rules.ts';

type ReturnForm = ReplyOf<'GET /api/returnrequest/:id'>['returnRequest'];
type ExchangeOption = ReturnForm['items'][number]['exchangeOptions'][number];

const toDay = (day: string) => `${day}T00:00:00Z`;

function toOption(option: ExchangeOptionRow, differenceMinor: number | null): ExchangeOption {
  const { message, orderable, dueOn } = getAvailability(option);
  return {
    combinationId: option.combinationId,
    attributeDescription: option.description,
    size: option.size,
    sizeId: option.sizeId,
    stockMessage: message,
    availableQuantity: Number.isFinite(orderable) ? orderable : null,
    dueDateUtc: dueOn === null ? null : toDay(dueOn),
    priceDifference: differenceMinor ? toMajorUnits(differenceMinor) : null,
  };
}

/** What a piece of each option takes more from a budget in money, in minor units, by combination; empty for people who see no prices. */
async function listDifferences(
  db: Db,
  scope: Scope,
  lines: readonly FormLine[],
  { options, now }: { options: readonly ExchangeOptionRow[]; now: number },
): Promise<Map<number, number>> {
  const priced = lines.filter(({ budgetUnit, coveredQuantity }) => budgetUnit === 'money' && coveredQuantity > 0);
  if (!scope.pricesVisible || priced.length === 0) return new Map();
  const theirs = options.filter(({ lineId }) => priced.some(({ id }) => id === lineId));
  const details = await readGarmentDetails(
    db,
    scope,
    theirs.map(({ combinationId }) => combinationId),
  );
  return new Map(
    theirs.flatMap(({ lineId, combinationId }) => {
      const line = priced.find(({ id }) => id === lineId);
      const garment = details.get(combinationId);
      if (!line || !garment) return [];
      const price = unitPrice(
        { priceMinor: garment.priceMinor, tiers: selectTiers(garment.tiers, scope, now) },
        line.pricedQuantity,
      );
      return [[combinationId, price + line.decorationMinor - line.unitMinor] as const];
    }),
  );
}

/**
 * What can be returned of an order, with the other sizes of each line. Throws 404 for an order that is not the person's, and 409 with the reason when
 * nothing can be returned.
 */
export async function describeReturnForm(db: Db, scope: Scope, orderId: number, now: number): Promise<ReturnForm> {
  const facts = await getReturnForm(db, scope, orderId);
  const lines = facts.lines.filter(({ returnableQuantity }) => returnableQuantity > 0);
  const options = await listExchangeOptions(
    db,
    scope.organisationId,
    lines.flatMap(({ id, isMadeToMeasure }) => (isMadeToMeasure ? [] : id)),
  );
  const differences = await listDifferences(db, scope, lines, { options, now });
  return {
    orderId,
    customOrderNumber: String(orderId),
    currencyCode: facts.currencyCode,
    items: lines.map((line) => ({
      id: line.id,
      productId: line.productId,
      productName: line.productName,
      sku: line.sku,
      attributeDescription: line.description,
      designs: line.designs.map((design) => describeDesign(design)),
      images: toLineImages(line),
      combinationId: line.combinationId,
      unitPrice: scope.pricesVisible ? toMajorUnits(line.unitMinor) : null,
      quantity: line.quantity,
      returnableQuantity: line.returnableQuantity,
      returnableUntilUtc: line.untilAt && toUtcString(line.untilAt),
      onlyIfFaulty: isReturnableOnlyIfFaulty(line),
      deliveredOnUtc: line.deliveredAt && toUtcString(line.deliveredAt),
      wearerName: line.wearerName,
      isCovered: line.coveredQuantity > 0,
      fitPlaces: line.hasSizes ? [...FIT_PLACES] : [],
      actionIds: facts.actions.filter((action) => isActionPossible(line, action)).map(({ id }) => id),
      exchangeOptions: options
        .filter(({ lineId }) => lineId === line.id)
        .map((option) => toOption(option, differences.get(option.combinationId) ?? null)),
      exchangeChain: line.chain,
    })),
    availableReturnReasons: facts.reasons,
    availableReturnActions: facts.actions.map(({ id, name }) => ({ id, name })),
    exchangeActionId: facts.actions.find(({ kind }) => kind === 'exchange')?.id ?? 0,
    reservedUntilUtc: toUtcString(facts.reservedUntilAt),
    allowFiles: true,
  };
}
