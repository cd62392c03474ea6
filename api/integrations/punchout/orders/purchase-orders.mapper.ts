import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { ReplyOf } from '#contract/index.ts';
import { describeAddress } from './delivery-address.rules.ts';
import type { ReturnedCartLine } from './differences.rules.ts';
import type { ListedPurchaseOrder, ReadPurchaseOrder } from './listed-orders.queries.ts';
import { readSentAmount, type SentOrder } from './sent-order.rules.ts';

type WirePurchaseOrder = ReplyOf<'GET /api/operator/punchout/orders/:id'>['purchaseOrder'];

const toAmount = (amount: string | undefined | null): number | null => {
  const read = amount == null ? undefined : readSentAmount({ amount });
  return read ? toMajorUnits(read.minor) : null;
};

const toFacts = ({ receivedAt, total, findings: _findings, ...order }: ListedPurchaseOrder) => ({
  ...order,
  receivedOnUtc: receivedAt.toISOString(),
  total: toAmount(total),
});

/** An order as the API lists it. */
export const toListed = (order: ListedPurchaseOrder): ReplyOf<'GET /api/operator/punchout/orders'>['purchaseOrders'][number] => ({
  ...toFacts(order),
  doubt: order.findings.find(({ isDoubtful }) => isDoubtful)?.text ?? null,
});

const toOrdered = ({ partId, description, quantity, unitOfMeasure, unitPrice }: SentOrder['lines'][number]) => ({
  sku: partId ?? null,
  description: description ?? null,
  quantity,
  unit: unitOfMeasure ?? null,
  unitPrice: toAmount(unitPrice?.amount),
});

const toReturned = ({ sku, description, quantity, unit, unitPriceMinor }: ReturnedCartLine) => ({
  ...{ sku, description, unit },
  quantity: String(quantity),
  unitPrice: toMajorUnits(unitPriceMinor),
});

/** An order as the API returns it, beside the lines of the cart. */
export function toWirePurchaseOrder(read: ReadPurchaseOrder, returned: ReadonlyMap<string, ReturnedCartLine>): WirePurchaseOrder {
  const { findings, isChange, reason, decidedAt, version, files, connectionId: _id, document, ...listed } = read;
  const order = document as SentOrder;
  const isWaiting = read.state === 'waiting';
  const needs = (kind: string, lineNumber: number | null) =>
    isWaiting && findings.some((finding) => finding.kind === kind && finding.lineNumber === lineNumber);
  return {
    ...toFacts({ ...listed, findings }),
    ...{ version, findings, isChange, reason },
    decidedOnUtc: decidedAt?.toISOString() ?? null,
    needsEmail: needs('person', null),
    shipTo: order.shipTo ? describeAddress(order.shipTo) : null,
    comments: order.comments.join('\n') || null,
    lines: order.lines.map((line) => {
      const own = line.auxiliaryId === undefined ? undefined : returned.get(line.auxiliaryId);
      return {
        lineNumber: line.lineNumber,
        ordered: toOrdered(line),
        returned: own ? toReturned(own) : null,
        needsSku: needs('unknownProduct', line.lineNumber),
      };
    }),
    files: files.map(({ id, fileName, contentType, size }) => ({ id, filename: fileName, contentType, size })),
  };
}
