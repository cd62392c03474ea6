import type { FastifyInstance } from 'fastify';
import type { ReplyOf } from '#contract/index.ts';
import { findAddress } from '../addresses/addresses.queries.ts';
import { readCart } from '../cart/cart.actions.ts';
import { totalLines } from '../cart/cart.rules.ts';
import { inTransaction } from '../db/database.ts';
import { idempotencyKey, serve } from '../http/endpoint.ts';
import { notFound, refused } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { differentRequest, hashRequest, placeOrder, summariseOrder } from './checkout.actions.ts';
import { isPoNumberRequired, listPaymentMethods, listShippingRates } from './checkout.queries.ts';
import { toPaymentOption, toShippingOption, toSummary } from './checkout.wire.ts';
import { claimKey, keepAnswer } from './first-answer.queries.ts';

type PlaceOrderResult = ReplyOf<'POST /api/setpaymentform'>;

export function checkoutRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate } = portal;

  serve(app, gate, 'GET /api/shippingoptions/:id', async ({ params, visit: { scope } }) => {
    const address = await findAddress(db, scope, 'shipping', params.id);
    if (!address) throw notFound('address');
    const lines = await readCart(db, portal, scope);
    if (lines.length === 0) throw refused('cart', 'Your cart is empty.');
    const { goodsMinor } = totalLines(lines);
    const rates = await listShippingRates(db, scope, address.id);
    return { shippingOptions: rates.map((rate) => toShippingOption(rate, goodsMinor, scope, false)) };
  });

  serve(app, gate, 'GET /api/paymentoptions', async ({ visit: { scope } }) => {
    const [methods, poNumberRequired] = await Promise.all([listPaymentMethods(db, scope), isPoNumberRequired(db, scope)]);
    return { paymentOptions: methods.map((method, index) => toPaymentOption(method, poNumberRequired, index === 0)) };
  });

  serve(app, gate, 'POST /api/checkoutsummary', async ({ body, visit: { scope } }) =>
    toSummary(await inTransaction(db, (tx) => summariseOrder(tx, portal, scope, body)), scope),
  );

  serve(app, gate, 'POST /api/setpaymentform', async ({ body, visit, request }): Promise<PlaceOrderResult> => {
    const key = idempotencyKey(request);
    const requestHash = hashRequest(body);
    return inTransaction(db, async (tx) => {
      const first = key === undefined ? undefined : await claimKey(tx, visit.scope, key, requestHash);
      if (first) {
        if (!first.sameRequest) throw differentRequest();
        return first.body as PlaceOrderResult;
      }
      const placed = await placeOrder(tx, portal, visit, body, request.id);
      const answer: PlaceOrderResult = {
        success: true,
        msg: null,
        orderId: placed.orderId,
        customOrderNumber: placed.number,
        orderStatus: placed.requiresApproval ? 'AwaitingApproval' : 'Pending',
        requiresApproval: placed.requiresApproval,
        redirectUrl: null,
        paymentForm: null,
        items: [],
      };
      if (key !== undefined) await keepAnswer(tx, visit.scope, key, answer);
      return answer;
    });
  });
}
