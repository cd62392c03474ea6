import { canChoose, checkOrder, choose, command, expectEqual, follow, newKey, type OrderCommand } from './order-command.ts';
import { combinationOf, type OrderFixture } from './order-fixture.ts';
import {
  type Caller,
  type Condition,
  type ModelOrder,
  type ModelReturn,
  type OrderModel,
  productOf,
  type ReturnAction,
  SIZES,
} from './order-model.ts';
import {
  type ItemToReturn,
  predictArrival,
  predictCancelledReturn,
  predictReturn,
  predictReturnDecision,
  type ReturnDecision,
  returnableOf,
} from './order-return-predictions.ts';
import { RETURN_ACTIONS, RETURN_REASONS } from './returns.ts';
import { uniqueText } from './unique-text.ts';

// Commands about what is returned and exchanged.

/** Compares the requests of the wearer with the model. */
async function checkReturns(model: OrderModel, fixture: OrderFixture): Promise<void> {
  const { body } = await fixture.wearer.get<'GET /api/customerreturnrequests'>('/api/customerreturnrequests');
  expectEqual(
    'the requests to return',
    body.returnRequests
      .toSorted((a, b) => a.id - b.id)
      .map((each) => [each.id, each.orderId, each.quantity, each.returnRequestStatus, each.exchangeOrderId]),
    model.returns.map(({ id, order, quantity, status, exchange }) => [id, order.id, quantity, status, exchange?.id ?? null]),
  );
}

/** The other size of a garment, the same size, or one of another garment. */
export type NewSize = 'other size' | 'same size' | 'other garment';

const newSizeFor = (size: number, wanted: NewSize) =>
  wanted === 'same size'
    ? size
    : SIZES.findIndex((_, other) => (productOf(other) === productOf(size)) === (wanted === 'other size') && other !== size);

/** Pieces to return, of a line that is chosen by a number. */
export interface Returning {
  line: number;
  quantity: number;
  newSize: NewSize;
}

const canBeReturned = (model: OrderModel, order: ModelOrder) => order.lines.some((line) => returnableOf(model, line) > 0);

/** Asks to return pieces of lines of an order; `isRepeated`: the same request is sent twice. */
export const askToReturn = (
  chosen: number,
  by: Caller,
  action: ReturnAction,
  items: readonly Returning[],
  isRepeated = false,
  reason: 'wrongOrdered' | 'faulty' = 'wrongOrdered',
): OrderCommand =>
  command(
    `${by}: ${action} of order ${chosen}, ${items.map(({ line, quantity, newSize }) => `${quantity} of line ${line} (${newSize})`).join(', ')}${isRepeated ? ', sent twice' : ''}${reason === 'faulty' ? ', as faulty' : ''}`,
    async (model, fixture) => {
      const order = choose(model.orders, chosen, (each) => canBeReturned(model, each));
      const returning = new Map<object, ItemToReturn>();
      for (const { line: chosenLine, quantity, newSize } of items) {
        const line = choose(order.lines, chosenLine, (each) => returnableOf(model, each) > 0);
        returning.set(line, { line, quantity, size: action === 'exchange' ? newSizeFor(line.size, newSize) : undefined });
      }
      const wanted = [...returning.values()];
      let created: { id: number; exchangeOrderId: number }[] = [];
      const prediction = predictReturn(model, order, by, { items: wanted, action, isFaulty: reason === 'faulty' }, () => created);
      const returnRequest = {
        orderId: order.id,
        returnRequestReasonId: RETURN_REASONS[reason],
        returnRequestActionId: RETURN_ACTIONS[action],
        comments: uniqueText(),
        items: wanted.map(({ line, quantity, size }) => ({
          id: line.id,
          quantity,
          ...(size === undefined ? {} : { exchangeCombinationId: combinationOf(fixture, size) }),
        })),
      };
      const request = () =>
        fixture.callers[by].post<'POST /api/returnrequest'>('/api/returnrequest', { returnRequest }, newKey());
      const response = await request();
      if (response.status === 200)
        created = response.body.returnRequests.map((each) => ({ id: each.id, exchangeOrderId: each.exchangeOrderId ?? 0 }));
      follow(fixture, action === 'exchange' ? 'exchange' : 'return', response, prediction);
      if (isRepeated) follow(fixture, 'repeat a return', await request(), { status: prediction.status });
      await checkReturns(model, fixture);
      for (const { id } of created) await checkRequest(model, fixture, id);
      await checkOrder(model, fixture, order);
    },
    (model) => canChoose(model.orders, chosen, (order) => canBeReturned(model, order)),
  );

const checkRequest = async (model: OrderModel, fixture: OrderFixture, id: number) => {
  const exchange = model.returns.find((each) => each.id === id)?.exchange;
  if (exchange) await checkOrder(model, fixture, exchange);
};

/** A command about a request, chosen by a number. */
const aboutReturn = (
  text: string,
  chosen: number,
  isLikely: (request: ModelReturn) => boolean,
  run: (model: OrderModel, fixture: OrderFixture, request: ModelReturn) => Promise<void>,
): OrderCommand =>
  command(
    `${text} (request ${chosen})`,
    async (model, fixture) => {
      const request = choose(model.returns, chosen, isLikely);
      await run(model, fixture, request);
      await checkReturns(model, fixture);
      await checkOrder(model, fixture, request.order);
      await checkRequest(model, fixture, request.id);
    },
    ({ returns }) => canChoose(returns, chosen, isLikely),
  );

const isOpen = ({ status }: ModelReturn) => status === 'Pending' || status === 'ReturnAuthorized';

/** A person cancels a request. */
export const cancelReturn = (chosen: number, by: Caller): OrderCommand =>
  aboutReturn(`${by}: cancel a return`, chosen, isOpen, async (model, fixture, request) => {
    const prediction = predictCancelledReturn(model, request, by);
    const response = await fixture.callers[by].post(`/api/returnrequest/${request.id}/cancel`, {}, newKey());
    follow(fixture, 'cancel a return', response, prediction);
  });

/** Pieces arrive; all that are to be returned when no quantity is given. */
export const receiveReturn = (chosen: number, quantity: number | undefined, condition: Condition): OrderCommand =>
  aboutReturn(`${quantity ?? 'all'} arrive ${condition}`, chosen, isOpen, async (model, fixture, request) => {
    const pieces = quantity ?? request.quantity;
    const prediction = predictArrival(model, request, pieces, condition);
    const body = { quantity: pieces, condition };
    const response = await fixture.operator.post(`/api/operator/returns/${request.id}/receive`, body, newKey());
    follow(fixture, 'receive a return', response, prediction);
  });

const isOpenFor = ({ status, action }: ModelReturn, decision: ReturnDecision) => {
  if (decision === 'authorize') return status === 'Pending';
  if (decision === 'sendInAdvance') return action === 'exchange' && status === 'Pending';
  return status === 'Received' && action !== 'exchange';
};

/** An operator decides about a request. */
export const decideReturn = (chosen: number, decision: ReturnDecision): OrderCommand =>
  aboutReturn(
    `decide: ${decision}`,
    chosen,
    (request) => isOpenFor(request, decision),
    async (model, fixture, request) => {
      let replacement = 0;
      const prediction = predictReturnDecision(model, request, decision, () => replacement);
      const body = { decision, reason: 'As agreed.' };
      const response = await fixture.operator.post<'POST /api/operator/returns/:id/decide'>(
        `/api/operator/returns/${request.id}/decide`,
        body,
        newKey(),
      );
      if (response.status === 200) replacement = response.body.returnRequest.exchangeOrderId ?? 0;
      follow(fixture, `decide: ${decision}`, response, prediction);
    },
  );
