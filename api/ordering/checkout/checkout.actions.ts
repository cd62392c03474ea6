import { countDecorationDays } from '#api/catalogue/customisation/design.rules.ts';
import { reserveStock, sumDemand } from '#api/catalogue/stock/reservations.queries.ts';
import { sumEntitlementDemand } from '#api/entitlement/coverage.rules.ts';
import { reserveEntitlement } from '#api/entitlement/reserve-entitlement.queries.ts';
import { deleteOneTimeAddress } from '#api/identity/addresses/own-addresses.queries.ts';
import { findActors } from '#api/identity/sessions/access.queries.ts';
import { insertAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import { badRequest, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getLocalDay, getLocalTime } from '#api/platform/local-day.ts';
import { enqueueMails, type MailDependencies, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { hasDecider } from '../approval/approvers.queries.ts';
import { listApprovalMails } from '../approval/request-approval.actions.ts';
import { insertAttempt } from '../card-payments/attempts.queries.ts';
import { type CartDependencies, readCart } from '../cart/cart.actions.ts';
import type { PricedLine } from '../cart/cart.rules.ts';
import { markRequestsOrdered } from '../cart/made-to-measure-lines.queries.ts';
import { type CartOfTrip, checkCart, type TripCarts } from '../cart/trip-carts.ts';
import {
  answerQuestions,
  describeChangedAnswers,
  listQuestionCharges,
  listQuestionsFor,
  toKeptAnswers,
} from '../checkout-questions/asked-questions.rules.ts';
import { lockCreditTerms } from '../credit/credit.queries.ts';
import { toMailedOrder } from '../mails/mailed-order.rules.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import { lockOrders } from '../order-states/lock-orders.queries.ts';
import { type CheckoutChoices, type LockedCart, lockCart, saveChoices } from './checkout.queries.ts';
import {
  ENTITLEMENT_PAYMENT,
  explainWithdrawnDelivery,
  getApprovalReasons,
  getDayBeforeDispatch,
  getExpectedDay,
  getOwnTotal,
  hasOwnPart,
  offersDelivery,
} from './checkout.rules.ts';
import { readCostCentreUse } from './cost-centre-use.actions.ts';
import { insertOrder } from './insert-order.queries.ts';
import { type OrderDraft, toNewOrder, toOrderForMail } from './order-draft.mapper.ts';
import { orderPlacedMail } from './order-mails.ts';
import { assertNotRefused, explainCreditOfOrder } from './order-refusals.rules.ts';
import { toOrderedForYou } from './ordered-for-you-mail.ts';
import { planPayment } from './payment-choice.rules.ts';
import { createOrderFingerprint, describeChangedApproval, describeChanges, toShownLines } from './what-changed.rules.ts';

/** The choices that both checkout calls accept. */
export type CheckoutInput = BodyOf<'POST /api/checkoutsummary'>;

/** Dependencies of calculating an order. */
export type DraftDependencies = CartDependencies & { tripCarts: TripCarts };

/** Dependencies of placing an order. */
export type CheckoutDependencies = DraftDependencies & MailDependencies;

const DATE_IN_THE_PAST = 'Requested delivery date is in the past. Choose today or a later day.';

const sentOrSaved = <T>(sent: T | undefined, saved: T): T => (sent === undefined ? saved : sent);

/**
 * The saved choices with those of this request; a saved delivery date that has passed is dropped. Throws 422 when the requested delivery date in this
 * request is not a date or before `today`.
 */
function mergeChoices(cart: LockedCart, input: CheckoutInput, today: string): CheckoutChoices {
  const requested = input.requestedDeliveryDateUtc;
  const day = requested ? parseIsoDate(requested)?.moment.toISOString().slice(0, 10) : undefined;
  if (requested && !day) throw invalid('requestedDeliveryDateUtc', 'Requested delivery date is not a date.');
  if (day && day < today) throw invalid('requestedDeliveryDateUtc', DATE_IN_THE_PAST);
  const savedDay = cart.requestedDelivery !== null && cart.requestedDelivery >= today ? cart.requestedDelivery : null;
  return {
    shippingOption: input.shippingOption === undefined ? cart.shippingOption : (input.shippingOption?.name ?? null),
    paymentMethod: sentOrSaved(input.paymentMethodSystemName, cart.paymentMethod) || null,
    poNumber: (sentOrSaved(input.poNumber, cart.poNumber) ?? '').trim() || null,
    comments: (sentOrSaved(input.comments, cart.comments) ?? '').trim() || null,
    requestedDelivery: requested === undefined ? savedDay : (day ?? null),
  };
}

/**
 * Locks the cart and calculates the order from it and the choices. A choice in this request that does not exist is refused
 * with 404, an answer that is none with 422; one that was saved earlier and no longer exists is dropped. Answers that apply by themselves count once a
 * summary has shown them.
 *
 * The lock comes first, so that everything after it sees the cart in its final state.
 */
export async function draftOrder(
  tx: Tx,
  dependencies: DraftDependencies,
  { caller, effective: scope }: Pick<RequestContext, 'caller' | 'effective'>,
  input: CheckoutInput,
  purpose: 'summary' | 'order',
): Promise<OrderDraft> {
  const [cart, read] = await inOrder(tx, [() => lockCart(tx, scope, input), () => readCart(tx, dependencies, scope)]);
  if (read.length === 0) throw badRequest('cart', 'Your cart is empty.');
  const now = dependencies.clock.now();
  const today = getLocalDay(now, scope.timeZone);
  const choices = mergeChoices(cart, input, today);
  const { billingAddress, shippingAddress } = cart;
  // The buyer's system asks its own questions, approves and pays.
  const isInTrip = scope.trip !== null;
  if (input.billingAddressId != null && !billingAddress) throw notFound('address');
  if (input.shippingAddressId != null && !shippingAddress) throw notFound('address');
  const shipping = cart.shippingRates.find(({ name }) => name === choices.shippingOption);
  if (!shipping && shippingAddress && input.shippingOption && offersDelivery(scope)) {
    const { name } = input.shippingOption;
    // It could be chosen when the summary was shown.
    if (name === cart.shippingOption) throw new HttpError(404, { shippingOption: [explainWithdrawnDelivery(name)] });
    throw notFound('shippingOption');
  }
  const { answered: questions, problems } = answerQuestions(
    isInTrip ? [] : listQuestionsFor(cart.questions, read),
    cart.answers,
    isInTrip ? undefined : (input.checkoutAttributes ?? undefined),
    { appliesDefaults: purpose === 'summary' },
  );
  if (problems.length > 0) throw invalid('checkoutAttributes', ...problems);
  const { payment, totals, lacksAccount } = planPayment(read, isInTrip ? [] : cart.paymentMethods, choices.paymentMethod, {
    answerCharges: listQuestionCharges(questions, scope.taxRate),
    shipping,
    taxRate: scope.taxRate,
    currencyCode: scope.currencyCode,
  });
  if (!payment && input.paymentMethodSystemName && !hasOwnPart(read) && !isInTrip) throw notFound('paymentMethod');
  const { lines, warnings: cartWarnings } = await checkCart(dependencies, tx, scope, read, toCartOfTrip({ totals, shipping }));

  const costCentre = await readCostCentreUse(tx, scope, { cart, lines, totals, questions, today, purpose });
  const approvalReasons = isInTrip
    ? []
    : getApprovalReasons(cart.rules, lines, { totals, shipping, offered: cart.shippingRates, costCentre });
  // Finding those who can decide takes longer than the rest of the cart, so they are looked for only where someone has to.
  const lacksDecider = approvalReasons.length > 0 && !(await hasDecider(tx, scope, caller.customerId));
  const designs = lines.flatMap((line) => line.designs);
  return {
    cart,
    choices: {
      ...choices,
      // What is covered now, or has nothing to pay, may not later: the method chosen for that stays saved.
      paymentMethod: payment || hasOwnPart(lines) ? savedMethod(choices.paymentMethod) : null,
    },
    lines,
    cartWarnings,
    billingAddress,
    shippingAddress,
    shipping,
    payment: isInTrip ? undefined : payment,
    lacksAccount,
    questions,
    totals,
    approvalReasons,
    lacksDecider,
    withdrawnDelivery:
      !shipping && shippingAddress && choices.shippingOption !== null && offersDelivery(scope)
        ? choices.shippingOption
        : undefined,
    termsAccepted: input.termsAccepted !== false,
    expectedOn:
      // An order with a design that awaits its proof is not released before.
      shipping && approvalReasons.length === 0 && designs.every(({ isApproved }) => isApproved)
        ? getExpectedDay(
            getDayBeforeDispatch(getLocalTime(now, scope.timeZone), shipping, lines),
            shipping.transitDays,
            countDecorationDays(designs),
          )
        : null,
  };
}

/** Calculates the order and saves the choices and the amounts shown, without placing it. Throws 400 when the cart is empty, 404 for unknown choices. */
export async function summariseOrder(
  tx: Tx,
  dependencies: DraftDependencies,
  context: RequestContext,
  input: CheckoutInput,
): Promise<OrderDraft> {
  const draft = await draftOrder(tx, dependencies, context, input, 'summary');
  await saveChoices(tx, context.effective, draft.cart, draft.choices, {
    fingerprint: createOrderFingerprint(draft.lines, draft.totals, draft.approvalReasons.length > 0),
    lines: toShownLines(draft.lines),
    ownMinor: getOwnTotal(draft.totals),
    answers: toKeptAnswers(draft.questions),
  });
  return draft;
}

/** What a cart is returned with beside its lines. */
export const toCartOfTrip = ({ totals, shipping }: Pick<OrderDraft, 'totals' | 'shipping'>): Omit<CartOfTrip, 'lines'> => ({
  charges: totals.charges,
  delivery: shipping && { name: shipping.name, amountMinor: totals.shippingMinor, taxMinor: totals.shippingTaxMinor },
});

/** Throws 400 or 422 when the order is refused, or is not what the last summary showed. */
export function assertReady(draft: OrderDraft, scope: Scope, input: CheckoutInput): void {
  const { cart, choices, lines, totals, approvalReasons } = draft;
  if (cart.shownFingerprint === null)
    throw badRequest('cart', `Please review the summary before you ${scope.trip ? 'return the cart' : 'place the order'}.`);
  assertNotRefused(draft, scope);
  // The date that the summary showed has passed since.
  if (cart.requestedDelivery && !choices.requestedDelivery && input.requestedDeliveryDateUtc === undefined)
    throw invalid('requestedDeliveryDateUtc', DATE_IN_THE_PAST);
  const requiresApproval = approvalReasons.length > 0;
  if (createOrderFingerprint(lines, totals, requiresApproval) !== cart.shownFingerprint) {
    const isSameOtherwise = createOrderFingerprint(lines, totals, !requiresApproval) === cart.shownFingerprint;
    throw badRequest(
      'cart',
      ...(isSameOtherwise
        ? describeChangedApproval(approvalReasons, scope)
        : describeChanges(cart.shownLines ?? [], lines, scope, {
            own: { shownMinor: cart.shownOwnMinor, minor: getOwnTotal(totals) },
            answers: describeChangedAnswers(cart.answers, draft.questions, scope),
          })),
    );
  }
}

/** A line as the entitlement's rules see it. */
const toCoveredLine = (line: PricedLine) => ({
  quantity: line.quantity,
  unitMinor: line.unitMinor - line.decorationOutsideBudgetMinor,
  entitlement: line.entitlement,
  wearerName: line.eligibility.wearer?.name ?? null,
  covered: line.coverage.covered,
});

/** Says which parts of the entitlement another order has just used. */
function describeExhausted(lines: readonly PricedLine[], accountIds: readonly number[]): string[] {
  const accounts = lines.flatMap(({ entitlement }) => (entitlement ? [entitlement.group, entitlement.budget] : []));
  const labels = new Set(accounts.flatMap((account) => (account && accountIds.includes(account.id) ? [account.label] : [])));
  return [...labels].map(
    (label) => `Another order has just used the rest of ${label}. Nothing has been ordered yet; please review the summary again.`,
  );
}

/** The method that a person chose, without the one that applies by itself. */
const savedMethod = (method: string | null) => (method === ENTITLEMENT_PAYMENT.systemName ? null : method);

/** An order that has been placed, with the number that people see. */
export interface PlacedOrder {
  orderId: number;
  number: string;
  requiresApproval: boolean;
  /** Whether it waits for the payment by card, with an attempt whose page is to be opened. */
  awaitsPayment: boolean;
}

/**
 * Places the order within the caller's transaction: checks everything again, reserves the stock by one conditional update,
 * writes the order, its lines, stock entries, audit event and mail, and empties the cart. Throws 400 or 422 with messages
 * when the order cannot be placed; the caller then rolls back and nothing is saved.
 */
export async function placeOrder(
  tx: Tx,
  dependencies: CheckoutDependencies,
  context: RequestContext,
  input: CheckoutInput,
  requestId: string,
): Promise<PlacedOrder> {
  const { effective } = context;
  const draft = await draftOrder(tx, dependencies, context, input, 'order');
  assertReady(draft, effective, input);

  const requiresApproval = draft.approvalReasons.length > 0;
  const demand = sumEntitlementDemand(draft.lines.map(toCoveredLine));
  const newOrder = toNewOrder(draft, context, getLocalDay(dependencies.clock.now(), effective.timeZone));
  const { replacesOrderIds } = newOrder;
  // Every order takes its locks in this order: cart, cost centre (above), orders that it replaces, credit, stock, entitlement. Otherwise two could wait for each other.
  const requests = draft.lines.filter(({ madeToMeasure }) => madeToMeasure).length;
  const [, credit, unavailableIds, exhaustedIds, { id }] = await inOrder(tx, [
    () => (replacesOrderIds.length === 0 ? [] : lockOrders(tx, effective.organisationId, replacesOrderIds)),
    () => lockCreditTerms(tx, effective),
    () => reserveStock(tx, sumDemand(draft.lines)),
    () => reserveEntitlement(tx, effective, demand),
    () => insertOrder(tx, effective, newOrder),
  ]);
  // Another order may have been placed, or a hold or another limit set, since the terms were checked.
  const creditRefusal = explainCreditOfOrder(credit, draft.totals, effective);
  if (creditRefusal) throw badRequest('credit', creditRefusal);
  if (unavailableIds.length > 0) {
    const unavailable = draft.lines.filter(({ combinationId }) => unavailableIds.includes(combinationId)).map(nameLine);
    throw badRequest(
      'cart',
      ...unavailable.map(
        (name) => `Someone else has just ordered the last of ${name}. Nothing has been ordered yet; please change the quantity.`,
      ),
    );
  }
  if (exhaustedIds.length > 0) throw badRequest('cart', ...describeExhausted(draft.lines, exhaustedIds));
  if (requests > 0 && (await markRequestsOrdered(tx, effective, id)) < requests)
    throw badRequest('cart', 'A garment made to measure can no longer be ordered. Please review the cart.');
  // What needs approval is paid after it.
  const awaitsPayment = draft.totals.card !== undefined && !requiresApproval;
  if (awaitsPayment && (await insertAttempt(tx, { organisationId: effective.organisationId, orderId: id })) === undefined)
    throw badRequest('paymentMethodSystemName', 'Payments by card are not possible at the moment. Please try again later.');
  const approvalMails = requiresApproval
    ? await listApprovalMails(tx, dependencies, { organisationId: effective.organisationId, orderId: id })
    : [];
  const order = toOrderForMail(draft, context);
  const orderPlaced = toQueuedMail(orderPlacedMail, {
    organisationId: effective.organisationId,
    brandId: effective.brandId,
    recipient: effective.email,
    data: {
      orderId: id,
      firstName: effective.firstName,
      requiresApproval,
      ...toMailedOrder(order, effective),
    },
    dedupeKey: `order-placed:${id}`,
  });
  const wearerIds = draft.lines.flatMap(({ entitledId }) => entitledId ?? []);
  const others = [...new Set(wearerIds)].filter((each) => each !== effective.customerId && each !== context.caller.customerId);
  const forWearers = (others.length === 0 ? [] : await findActors(tx, effective.organisationId, others)).map((wearer) =>
    toOrderedForYou(wearer, { orderId: id, requiresApproval, order }),
  );
  const after = { totalMinor: draft.totals.totalMinor };
  const audited = insertAuditEvents(context, [{ action: 'order.placed', subjectId: String(id), after, requestId }]);
  await enqueueMails(tx, dependencies, [orderPlaced, ...forWearers, ...approvalMails], [audited]);
  // A one-time address applies to this order only.
  if (isImpersonating(context)) await deleteOneTimeAddress(tx, effective);
  return { orderId: id, number: String(id), requiresApproval, awaitsPayment };
}
