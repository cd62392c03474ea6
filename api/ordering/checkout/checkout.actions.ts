import { countDecorationDays } from '#api/catalogue/customisation/design.rules.ts';
import { deleteOneTimeAddress } from '#api/identity/addresses/own-addresses.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import { badRequest, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getLocalDay, getLocalTime } from '#api/platform/local-day.ts';
import type { BodyOf } from '#contract/index.ts';
import { hasDecider } from '../approval/approvers.queries.ts';
import { type CartDependencies, readCart } from '../cart/cart.actions.ts';
import { type CartOfTrip, checkCart, type TripCarts } from '../cart/trip-carts.ts';
import {
  answerQuestions,
  describeChangedAnswers,
  listQuestionCharges,
  listQuestionsFor,
  toKeptAnswers,
} from '../checkout-questions/asked-questions.rules.ts';
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
import { type CheckoutDependencies, insertCheckedOrder, type PlacedOrder } from './insert-checked-order.actions.ts';
import { type OrderDraft, toNewOrder } from './order-draft.mapper.ts';
import { assertNotRefused } from './order-refusals.rules.ts';
import { planPayment } from './payment-choice.rules.ts';
import { createOrderFingerprint, describeChangedApproval, describeChanges, toShownLines } from './what-changed.rules.ts';

/** The choices that both checkout calls accept. */
export type CheckoutInput = BodyOf<'POST /api/checkoutsummary'>;

/** Dependencies of calculating an order. */
export type DraftDependencies = CartDependencies & { tripCarts: TripCarts };

/** Dependencies of placing an order. */
export type PlacingDependencies = DraftDependencies & CheckoutDependencies;

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

/** The method that a person chose, without the one that applies by itself. */
const savedMethod = (method: string | null) => (method === ENTITLEMENT_PAYMENT.systemName ? null : method);

/**
 * Places the order within the caller's transaction: checks everything again, reserves the stock by one conditional update,
 * writes the order, its lines, stock entries, audit event and mail, and empties the cart. Throws 400 or 422 with messages
 * when the order cannot be placed; the caller then rolls back and nothing is saved.
 */
export async function placeOrder(
  tx: Tx,
  dependencies: PlacingDependencies,
  context: RequestContext,
  input: CheckoutInput,
  requestId: string,
): Promise<PlacedOrder> {
  const { effective } = context;
  const draft = await draftOrder(tx, dependencies, context, input, 'order');
  assertReady(draft, effective, input);

  const newOrder = toNewOrder(draft, context, getLocalDay(dependencies.clock.now(), effective.timeZone));
  const placed = await insertCheckedOrder(tx, dependencies, context, draft, newOrder, { requestId, tellsPerson: true });
  // A one-time address applies to this order only.
  if (isImpersonating(context)) await deleteOneTimeAddress(tx, effective);
  return placed;
}
