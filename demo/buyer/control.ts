import { RECEIVING_MODES, type Receiving } from './behaviour.ts';
import type { Buyer, OrderRequestOptions, ShopRequest, VisitRequest } from './buyer.ts';
import type { KeptDocument } from './requisitions.ts';

/** An answer to a program. */
export interface ControlReply {
  status: number;
  body: unknown;
}

const describe = ({ id, direction, kind, payloadId, orderId, summary, answer, copies, findings }: KeptDocument) => ({
  id,
  direction,
  kind,
  payloadId,
  orderId,
  summary,
  code: answer.code,
  copies,
  findings,
});

function setReceiving(receiving: Receiving, input: Partial<Receiving>): void {
  const { mode = receiving.mode, status, delayMs = receiving.delayMs, times } = input;
  if (!RECEIVING_MODES.includes(mode)) throw new Error(`mode must be one of ${RECEIVING_MODES.join(', ')}.`);
  Object.assign(receiving, { mode, status, delayMs, times } satisfies Partial<Receiving>);
}

/** Answers what tests and demonstrations ask of the buyer's system besides what its users do. */
export async function answerBuyerControl(
  buyer: Buyer,
  receiving: Receiving,
  { method, path, input }: { method: string; path: string; input: unknown },
): Promise<ControlReply> {
  const { procurement } = buyer;
  switch (`${method} ${path}`) {
    case 'GET /control/documents':
      return { status: 200, body: { documents: procurement.documents.map(describe) } };
    case 'GET /control/receiving':
      return { status: 200, body: receiving };
    case 'POST /control/receiving':
      setReceiving(receiving, input as Partial<Receiving>);
      return { status: 200, body: receiving };
    case 'POST /control/reset':
      procurement.clear();
      Object.assign(receiving, { mode: 'ok', times: undefined, count: 0 } satisfies Partial<Receiving>);
      return { status: 200, body: {} };
    case 'POST /control/shop':
      return { status: 200, body: await buyer.shop(input as ShopRequest & VisitRequest) };
    case 'POST /control/order': {
      const { requisition: id, ...options } = input as OrderRequestOptions & { requisition: number };
      const requisition = procurement.requisitions.get(id);
      if (!requisition) return { status: 404, body: {} };
      const { orderId, payloadId, answer } = await buyer.order(requisition, options);
      return { status: 200, body: { orderId, payloadId, answer } };
    }
    default:
      return { status: 404, body: {} };
  }
}
