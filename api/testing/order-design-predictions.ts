import { isPersonalised, undecoratedOf } from './order-designs.ts';
import { isShippable, pick } from './order-fulfilment-predictions.ts';
import {
  type Caller,
  type ModelLine,
  type ModelOrder,
  type OrderModel,
  type Prediction,
  pendingOf,
  type Recipient,
  refused,
  send,
} from './order-model.ts';
import { releaseProved } from './order-release.ts';

// What the decorator and those who decide on proofs should do, according to the model.

/** Why nothing can be decorated of a line; undefined when it can. `field` names a line that is not personalised. */
function refuseDecoration(order: ModelOrder, line: ModelLine, field: string): Prediction | undefined {
  if (!isShippable(order)) return refused(409, 'order');
  return isPersonalised(line) ? undefined : refused(422, field);
}

function begin(order: ModelOrder, line: ModelLine): void {
  if (line.isBegun) return;
  line.isBegun = true;
  pick(order);
  order.events.push('decoration_started');
}

/** The decoration of a line begins, and picking with it. */
export function predictStart(order: ModelOrder, line: ModelLine): Prediction {
  if (order.released === null) return refused(404, 'orderItem');
  const refusal = refuseDecoration(order, line, 'orderItemIds[0]');
  if (refusal) return refusal;
  if (!line.isBegun && undecoratedOf(line) === 0) return refused(409, 'decoration');
  return { status: 200, apply: () => begin(order, line) };
}

/** Pieces are finished, or taken back. `isScanned`: the barcode of the line, which no one has for an order that is not released. */
export function predictFinishing(order: ModelOrder, line: ModelLine, pieces: number, isScanned: boolean): Prediction {
  if (order.released === null) return refused(404, isScanned ? 'code' : 'orderItem');
  const refusal = refuseDecoration(order, line, 'orderItemId');
  if (refusal) return refusal;
  const undecorated = undecoratedOf(line);
  if (pieces > undecorated || -pieces > pendingOf(line) - line.packed - undecorated) return refused(409, 'decoration');
  return {
    status: 200,
    apply: () => {
      begin(order, line);
      line.decorated += pieces;
    },
  };
}

/** Those who decide on the proof of a text: Admins, and those who ordered it. */
const provers = ({ orders }: OrderModel): Recipient[] => [
  'admin',
  'director',
  'wearer',
  ...orders.flatMap(({ placedBy, lines }) => (lines.some(({ design }) => design === 'text') ? [placedBy] : [])),
];

/** The supplier shows another version. */
export function predictProofVersion(model: OrderModel): Prediction {
  if (model.proof === 'approved') return refused(409, 'proofRequest');
  return {
    status: 200,
    apply: () => {
      model.proof = 'shown';
      send(model, 'proof-ready', { id: '' }, ...provers(model));
    },
  };
}

/** Someone decides on the newest version. */
export function predictProofDecision(model: OrderModel, caller: Caller, approve: boolean): Prediction {
  if (caller === 'approver' || caller === 'stranger') return refused(404, 'proof');
  if (caller === 'sales') return { status: 403 };
  if (model.proof !== 'shown') return refused(409, 'proof');
  return {
    status: 200,
    apply: () => {
      model.proof = approve ? 'approved' : 'to change';
      if (approve) for (const order of model.orders.toSorted((a, b) => a.id - b.id)) releaseProved(model, order);
    },
  };
}
