import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { readIdempotencyKey, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { badRequest, invalid, notFound } from '#api/platform/http/errors.ts';
import { claimIdempotencyKey, saveResponse } from '#api/platform/idempotency/idempotency.queries.ts';
import { hashRequest } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { PaymentDependencies } from '../card-payments/payment-dependencies.ts';
import { openPaymentPage } from '../card-payments/try-again.actions.ts';
import { readCart } from '../cart/cart.actions.ts';
import { type PlacingDependencies, placeOrder, summariseOrder } from './checkout.actions.ts';
import { toPaymentOption, toShippingOption, toSummary, toSumsViewer } from './checkout.mapper.ts';
import { findDestination, findOrderOfCheckout, isPoNumberRequired, listPaymentMethods } from './checkout.queries.ts';
import { getApprovalReasons, isEveryPieceOwn, offersDelivery, totalOrder } from './checkout.rules.ts';
import { listPossiblePayments } from './payment-choice.rules.ts';
import { returnCart } from './return-cart.actions.ts';

type PlaceOrderResult = ReplyOf<'POST /api/setpaymentform'>;

/** The answer as it is kept for repetitions: its page, where it has one, is opened after the transaction. */
type SavedResult = PlaceOrderResult & { awaitsPayment?: true };

/** 422 for a checkout that has been ordered with other contents: in another window, for example. */
const placedAlready = ({ customOrderNumber }: PlaceOrderResult) =>
  invalid(
    'idempotencyKey',
    customOrderNumber === null
      ? 'This cart has been returned already. Nothing else was returned.'
      : `This order has been placed already: ${customOrderNumber}. Nothing else was ordered.`,
  );

/** What is answered beside the form that returns a cart. */
const NOTHING_ORDERED = {
  success: true,
  msg: null,
  orderId: null,
  customOrderNumber: null,
  orderStatus: null,
  requiresApproval: false,
  redirectUrl: null,
  items: [],
} satisfies Omit<PlaceOrderResult, 'paymentForm'>;

/** Registers the checkout's endpoints. Placing an order honours the `Idempotency-Key` header. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & PlacingDependencies & PaymentDependencies,
): void {
  const { db, authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/shippingoptions/:id', async ({ params, context: { effective } }) => {
    if (!offersDelivery(effective)) return { shippingOptions: [] };
    const [destination, lines] = await Promise.all([
      findDestination(db, effective, params.id),
      readCart(db, dependencies, effective),
    ]);
    if (!destination) throw notFound('address');
    if (lines.length === 0) throw badRequest('cart', 'Your cart is empty.');
    const totals = totalOrder(lines, undefined, undefined, effective);
    const { rates, rules } = destination;
    return {
      shippingOptions: rates.map((shipping) => {
        const requiresApproval = getApprovalReasons(rules, lines, { totals, shipping, offered: rates }).length > 0;
        return toShippingOption(shipping, totals.goodsMinor, toSumsViewer(effective, totals), {
          selected: false,
          requiresApproval,
        });
      }),
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/paymentoptions', async ({ context: { effective } }) => {
    // The buyer's system pays.
    if (effective.trip) return { paymentOptions: [] };
    const [lines, ownMethods, poNumberRequired] = await Promise.all([
      readCart(db, dependencies, effective),
      listPaymentMethods(db, effective),
      isPoNumberRequired(db, effective),
    ]);
    const methods = listPossiblePayments(lines, ownMethods);
    const asksPoNumber = poNumberRequired && !isEveryPieceOwn(lines);
    return { paymentOptions: methods.map((method, index) => toPaymentOption(method, asksPoNumber, index === 0)) };
  });

  registerEndpoint(app, authenticator, 'POST /api/checkoutsummary', async ({ body, context }) =>
    toSummary(await runInTransaction(db, (tx) => summariseOrder(tx, dependencies, context, body)), context.effective),
  );

  registerEndpoint(app, authenticator, 'GET /api/checkout/:checkoutId/order', async ({ params, context: { effective } }) => {
    const orderId = await findOrderOfCheckout(db, effective, params.checkoutId);
    return { orderId: orderId ?? null, customOrderNumber: orderId === undefined ? null : String(orderId) };
  });

  registerEndpoint(
    app,
    authenticator,
    'POST /api/setpaymentform',
    async ({ body, context, request }): Promise<PlaceOrderResult> => {
      const { organisationId } = context.effective;
      const key = readIdempotencyKey(request);
      const requestHash = hashRequest(body);
      const { awaitsPayment, ...result } = await runInTransaction(db, async (tx): Promise<SavedResult> => {
        const saved = key === undefined ? undefined : await claimIdempotencyKey(tx, context.effective, key, requestHash);
        if (saved) {
          const result = saved.body as SavedResult;
          if (!saved.sameRequest) throw placedAlready(result);
          return result;
        }
        if (context.effective.trip) {
          const form = await returnCart(tx, dependencies, context, body);
          const result: SavedResult = { ...NOTHING_ORDERED, paymentForm: { ...form, method: 'POST' } };
          if (key !== undefined) await saveResponse(tx, context.effective, key, result);
          return result;
        }
        const placed = await placeOrder(tx, dependencies, context, body, request.id);
        const result: SavedResult = {
          success: true,
          msg: null,
          orderId: placed.orderId,
          customOrderNumber: placed.number,
          orderStatus: placed.requiresApproval ? 'AwaitingApproval' : 'Pending',
          requiresApproval: placed.requiresApproval,
          redirectUrl: null,
          paymentForm: null,
          items: [],
          ...(placed.awaitsPayment && { awaitsPayment: true }),
        };
        if (key !== undefined) await saveResponse(tx, context.effective, key, result);
        return result;
      });
      if (!awaitsPayment || result.orderId === null) return result;
      return { ...result, ...(await openPaymentPage(dependencies, { organisationId, orderId: result.orderId })) };
    },
  );
}
