import { createHash } from 'node:crypto';
import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { lineAmounts, unitPrice } from '#api/catalogue/pricing/pricing.rules.ts';
import { reserveStock, sumDemand } from '#api/catalogue/stock/reservations.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { attachFiles, ownerOf } from '#api/platform/files/file-store.ts';
import { conflict, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { selectTiers } from '../cart/cart-lines.actions.ts';
import { type GarmentDetails, readGarmentDetails } from '../cart/garment-details.queries.ts';
import { type Fit, saveFit } from '../fit-feedback/fit-feedback.queries.ts';
import { type Acting, actAsPerson, recordAct } from '../order-acts/record-act.actions.ts';
import { insertExchange, type NewExchange } from '../order-lines/exchange-pieces.queries.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import { lockOrder } from '../order-states/lock-orders.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { lockBudgets } from './exchange-budgets.queries.ts';
import { returnRequestedMail } from './return-mails.ts';
import {
  type FormLine,
  findRepeatedReturns,
  insertReturns,
  type ReturnFacts,
  readReturnFacts,
  returnableOrders,
} from './returns.queries.ts';
import {
  countMovedCoverage,
  explainNothingReturnable,
  type ReturnAction,
  type ReturnReason,
  refuseItems,
} from './returns.rules.ts';

/** Dependencies of asking for a return. */
export interface ReturnDependencies extends MailDependencies {
  clock: Clock;
}

type Input = BodyOf<'POST /api/returnrequest'>;
type Item = Input['items'][number];

/**
 * What can be returned of an order of the person, or of the lines for them in someone else's. Throws 404 for any other order, and 409 with the reason when
 * nothing of it can be returned.
 */
export async function getReturnForm(db: Db, scope: Scope, orderId: number): Promise<ReturnFacts> {
  const found = await readReturnFacts(db, { organisationId: scope.organisationId, orderId });
  const isOwn = found?.customerId === scope.customerId;
  const facts = found && { ...found, lines: found.lines.filter(({ wearerId }) => isOwn || wearerId === scope.customerId) };
  if (!facts || (!isOwn && facts.lines.length === 0)) throw notFound('order');
  if (facts.lines.every(({ returnableQuantity }) => returnableQuantity === 0))
    throw conflict('order', explainNothingReturnable(facts.lines, facts.today));
  return facts;
}

/** A line with the pieces that someone returns, and the details of the new size. */
interface ReturnedLine {
  index: number;
  line: FormLine;
  quantity: number;
  /** Null unless something is exchanged. */
  exchange: NewExchange | null;
}

/** The line that a new size becomes. Throws 422 for a combination of another product, or one that is no longer made. */
function planExchange(
  scope: Scope,
  { index, line, item, now }: { index: number; line: FormLine; item: Item; now: number },
  details: GarmentDetails | undefined,
): NewExchange {
  const field = `items[${index}].exchangeCombinationId`;
  if (!details || details.productId !== line.productId)
    throw invalid(field, 'Please choose a size or colour of the same product.');
  if (details.discontinued)
    throw invalid(field, `${nameLine({ ...line, ...details })} is no longer made. Please choose another size.`);
  // Under a budget in money the new size counts at its own price, with the same logos and texts, as for who has paid for it. Otherwise a piece is a piece.
  const unitMinor =
    line.budgetUnit === 'money' || line.ownPieces > 0
      ? unitPrice({ priceMinor: details.priceMinor, tiers: selectTiers(details.tiers, scope, now) }, line.pricedQuantity) +
        line.decorationMinor
      : line.unitMinor;
  if (line.ownPieces > 0 && unitMinor > line.unitMinor)
    throw invalid(
      field,
      'This size costs more than you have paid for by card. Please choose a size that does not, or return the piece and order the other one.',
    );
  const { quantity } = item;
  const { sku, gtin, description, attributes, imageSrc } = details;
  return {
    lineId: line.id,
    quantity,
    awaitedCovered: countMovedCoverage(line, quantity),
    combinationId: item.exchangeCombinationId as number,
    sku,
    gtin,
    description,
    attributes,
    imageSrc,
    unitMinor,
    unitTaxMinor: unitMinor === line.unitMinor ? line.unitTaxMinor : lineAmounts(unitMinor, 1, line.taxRate).unitTaxMinor,
    differenceMinor: Math.max(0, unitMinor - line.unitMinor),
  };
}

/** Throws 422 when budgets in money do not cover the higher prices of new sizes. */
async function assertAffordable(tx: Tx, scope: Scope, facts: ReturnFacts, returned: readonly ReturnedLine[]): Promise<void> {
  const demand = new Map<number, { amount: number; index: number }>();
  for (const { index, line, exchange } of returned) {
    const amount = exchange ? exchange.differenceMinor * exchange.awaitedCovered : 0;
    if (amount === 0 || line.budgetAccountId === null) continue;
    demand.set(line.budgetAccountId, { amount: (demand.get(line.budgetAccountId)?.amount ?? 0) + amount, index });
  }
  if (demand.size === 0) return;
  for (const { id, label, left } of await lockBudgets(tx, scope.organisationId, [...demand.keys()])) {
    const { amount, index } = demand.get(id) as { amount: number; index: number };
    if (left === null || amount <= left) continue;
    throw invalid(
      `items[${index}].exchangeCombinationId`,
      scope.pricesVisible
        ? `This size costs ${formatMoney(amount, facts.currencyCode)} more, and only ${formatMoney(left, facts.currencyCode)} is left in ${label}.`
        : `This size costs more than is left in ${label}.`,
    );
  }
}

/** Reserves the new sizes. Throws 422 that names those of which someone else has just taken the last piece. */
async function reserveExchanges(tx: Tx, returned: readonly ReturnedLine[]): Promise<void> {
  const exchanges = returned.flatMap(({ index, line, exchange }) => (exchange ? [{ index, line, ...exchange }] : []));
  if (exchanges.length === 0) return;
  const missing = await reserveStock(tx, sumDemand(exchanges));
  const refused = exchanges.filter(({ combinationId }) => missing.includes(combinationId));
  if (refused.length === 0) return;
  throw new HttpError(
    422,
    Object.fromEntries(
      refused.map(({ index, line, description }) => [
        `items[${index}].exchangeCombinationId`,
        [
          `There is not enough stock of ${nameLine({ productName: line.productName, description })}. Nothing has been requested yet; please choose another size.`,
        ],
      ]),
    ),
  );
}

const findChoices = (facts: ReturnFacts, input: Input): { reason: ReturnReason; action: ReturnAction } => {
  const reason = facts.reasons.find(({ id }) => id === input.returnRequestReasonId);
  if (!reason) throw invalid('returnRequestReasonId', 'Please choose a reason.');
  const action = facts.actions.find(({ id }) => id === input.returnRequestActionId);
  if (!action) throw invalid('returnRequestActionId', 'Please choose what should happen.');
  return { reason, action };
};

/** The lines that someone returns, with the new sizes. Throws 422 for the input. */
async function planReturns(
  tx: Tx,
  scope: Scope,
  facts: ReturnFacts,
  { items, action, now }: { items: readonly Item[]; action: ReturnAction; now: number },
): Promise<ReturnedLine[]> {
  const isExchange = action.kind === 'exchange';
  const details = isExchange
    ? await readGarmentDetails(
        tx,
        scope,
        items.flatMap(({ exchangeCombinationId }) => exchangeCombinationId ?? []),
      )
    : new Map<number, GarmentDetails>();
  return items.flatMap((item, index) => {
    if (item.quantity === 0) return [];
    const line = facts.lines.find(({ id }) => id === item.id) as FormLine;
    const exchange = isExchange
      ? planExchange(scope, { index, line, item, now }, details.get(item.exchangeCombinationId as number))
      : null;
    return [{ index, line, quantity: item.quantity, exchange }];
  });
}

/**
 * Asks to return lines of an order within the caller's transaction: one request for each line, new sizes reserved with an order each, events, audit and
 * mails. Returns the ids of the requests; those of the first call when the same request is repeated within a minute. Throws 404 for an order that is
 * not the person's and has no line for them, and for lines of it that are for others, 409 when nothing of it can be returned, and 422 for the input.
 */
export async function requestReturn(
  tx: Tx,
  dependencies: ReturnDependencies,
  context: RequestContext,
  input: Input,
  requestId: string,
): Promise<number[]> {
  const { effective: scope, caller } = context;
  const ref: OrderRef = { organisationId: scope.organisationId, orderId: input.orderId };
  const acting = actAsPerson(context, dependencies, requestId);
  const { actor } = acting;
  if (!(await lockOrder(tx, ref, returnableOrders(scope)))) throw notFound('order');
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([caller.customerId, input]))
    .digest();
  const repeated = await findRepeatedReturns(tx, ref, fingerprint);
  if (repeated.length > 0) return repeated;

  const facts = await getReturnForm(tx, scope, input.orderId);
  // Of someone else's order, a line that is not for the person does not exist.
  if (facts.customerId !== scope.customerId && input.items.some(({ id }) => !facts.lines.some((line) => line.id === id)))
    throw notFound('orderItem');
  const { reason, action } = findChoices(facts, input);
  const refusal = refuseItems(input.items, facts.lines, { reason, action, today: facts.today });
  if (refusal) throw invalid(refusal.field, refusal.message);
  const returned = await planReturns(tx, scope, facts, { items: input.items, action, now: dependencies.clock.now() });
  await reserveExchanges(tx, returned);
  await assertAffordable(tx, scope, facts, returned);
  await attachFiles(tx, ownerOf(context), 'return', input.fileIds ?? []);

  const placed = new Map<number, { orderId: number; lineId: number }>();
  for (const { line, exchange } of returned)
    if (exchange)
      placed.set(line.id, await insertExchange(tx, scope.organisationId, exchange, { actor, placedById: caller.customerId }));
  const requests = await insertReturns(
    tx,
    ref,
    returned.map(({ line, quantity }) => ({ lineId: line.id, quantity, exchangeLineId: placed.get(line.id)?.lineId ?? null })),
    {
      customerId: facts.customerId,
      actor,
      reason,
      action,
      comments: input.comments?.trim() || null,
      fit: input.fit ?? null,
      fitPlaces: input.fit ? [...new Set(input.fitPlaces)] : [],
      fingerprint,
      reservedUntilOn: facts.reservedUntilOn,
      fileIds: input.fileIds ?? [],
    },
  );
  if (input.fit) for (const { line } of returned) await saveFit(tx, scope, input.orderId, line.id, input.fit as Fit);
  await recordRequest(tx, acting, { ref, facts, returned, requests, placed, action });
  return requests.map(({ id }) => id);
}

/** Records requests with their events, audit events and mail. */
function recordRequest(
  tx: Tx,
  acting: Acting,
  {
    ref,
    facts,
    returned,
    requests,
    placed,
    action,
  }: {
    ref: OrderRef;
    facts: ReturnFacts;
    returned: readonly ReturnedLine[];
    requests: readonly { id: number; customNumber: string }[];
    placed: ReadonlyMap<number, { orderId: number; lineId: number }>;
    action: ReturnAction;
  },
): Promise<void> {
  const worn = returned.map(({ line, quantity, exchange }, index) => ({
    number: requests[index]?.customNumber as string,
    name: nameLine(line),
    quantity,
    exchangedFor: exchange?.description ?? null,
    wearerId: line.wearerId,
  }));
  const withoutWearers = (pieces: typeof worn) => pieces.map(({ wearerId: _wearerId, ...piece }) => piece);
  const lines = withoutWearers(worn);
  const exchanges = returned.flatMap(({ line }, index) => {
    const orderId = placed.get(line.id)?.orderId;
    const data = { orderId: ref.orderId, from: line.description, number: lines[index]?.number };
    return orderId === undefined ? [] : [{ orderId, kind: 'exchange_requested', data }];
  });
  return recordAct(
    tx,
    acting,
    { ...ref, brandId: facts.brandId },
    {
      events: [{ kind: 'return_requested', data: { action: action.name, lines } }, ...exchanges],
      audits: requests.map(({ id, customNumber }, index) => ({
        action: 'return.requested',
        subjectId: String(id),
        after: {
          orderId: ref.orderId,
          number: customNumber,
          action: action.name,
          quantity: lines[index]?.quantity as number,
          exchangedFor: lines[index]?.exchangedFor ?? null,
        },
      })),
      mail: {
        definition: returnRequestedMail,
        people: facts,
        lines: worn,
        occasion: requests[0]?.customNumber as string,
        toData: ({ select }) => ({
          lines: withoutWearers(select(worn)),
          reservedUntil: placed.size > 0 ? formatDay(facts.reservedUntilOn) : null,
          isExchange: placed.size > 0,
        }),
      },
    },
  );
}
