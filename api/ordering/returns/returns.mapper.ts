import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { ReturnRow } from './returns.queries.ts';
import { AWAITED, RETURN_STATES, type ReturnState } from './returns.rules.ts';

export type ReturnRequest = ReplyOf<'GET /api/customerreturnrequests'>['returnRequests'][number];

/** The picture of an order line, as an array for the contract. */
export const toLineImages = ({
  imageId,
  imageSrc,
  productName,
  description,
}: Pick<ReturnRow, 'imageId' | 'imageSrc' | 'productName' | 'description'>) =>
  imageSrc === null
    ? []
    : [{ id: imageId, src: imageSrc, position: 0, altText: description ? `${productName}, ${description}` : productName }];

/** Whether the person of a request can still cancel it: until the pieces arrive, unless the new size is already being sent. */
export const isCancellable = ({ stateId, exchangePickingStartedAt }: Pick<ReturnRow, 'stateId' | 'exchangePickingStartedAt'>) =>
  AWAITED.includes(stateId as ReturnState) && exchangePickingStartedAt === null;

/** A return request on the wire, for someone who may see its order. */
export const toReturnRequest = (row: ReturnRow, scope: Pick<Scope, 'pricesVisible' | 'customerId'>): ReturnRequest => ({
  id: row.id,
  orderId: row.orderId,
  orderItemId: row.lineId,
  productId: row.productId,
  quantity: row.quantity,
  customNumber: row.customNumber,
  productName: row.productName,
  sku: row.sku,
  attributeDescription: row.description,
  images: toLineImages(row),
  returnRequestStatus: RETURN_STATES[row.stateId] ?? '',
  returnRequestStatusId: row.stateId,
  returnReason: row.reason,
  returnAction: row.action,
  comments: row.comments,
  files: [],
  exchangeCombinationId: row.exchangeCombinationId,
  exchangeDescription: row.exchangeDescription,
  exchangeOrderItemId: row.exchangeLineId,
  exchangeOrderId: row.exchangeOrderId,
  exchangeSentOnUtc: row.exchangeSentAt && toUtcString(row.exchangeSentAt),
  reservedUntilUtc: row.reservedUntilAt && toUtcString(row.reservedUntilAt),
  receivedQuantity: row.receivedQuantity,
  decisionReason: row.decisionReason,
  refundedAmount: scope.pricesVisible && row.refundMinor !== null ? toMajorUnits(row.refundMinor) : null,
  cancelAllowed: row.customerId === scope.customerId && isCancellable(row),
  createdOnUtc: toUtcString(row.createdAt),
  updatedOnUtc: toUtcString(row.updatedAt),
});
