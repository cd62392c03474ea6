import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { assertAsSeen, createFingerprint } from '#api/platform/http/fingerprint.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { describeDesign } from '#contract/catalogue/customisation/design-words.ts';
import type { ReplyOf } from '#contract/index.ts';
import { formatPieces, nameLine } from '../order-states/line-names.rules.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { OperatorReturnRow } from './operator-returns.queries.ts';
import type { ReturnRow } from './returns.queries.ts';
import {
  computeRefund,
  explainUncancellable,
  isReceivable,
  isRestockable,
  listDecisions,
  RETURN_STATES,
} from './returns.rules.ts';

export type ReturnRequest = ReplyOf<'GET /api/customerreturnrequests'>['returnRequests'][number];

/** The picture of an order line, as an array for the contract. */
export const toLineImages = ({
  imageId,
  imageSrc,
  productName,
  description,
}: Pick<ReturnRow, 'imageId' | 'imageSrc' | 'productName' | 'description'>) =>
  imageSrc === null ? [] : [{ id: imageId, src: imageSrc, position: 0, altText: nameLine({ productName, description }) }];

type OperatorReturn = ReplyOf<'GET /api/operator/returns'>['returnRequests'][number];

const toShared = (row: ReturnRow, pricesVisible: boolean): Omit<ReturnRequest, 'cancelAllowed'> => ({
  id: row.id,
  orderId: row.orderId,
  orderItemId: row.lineId,
  productId: row.productId,
  quantity: row.quantity,
  customNumber: row.customNumber,
  productName: row.productName,
  sku: row.sku,
  attributeDescription: row.description,
  designs: row.designs.map((design) => describeDesign(design)),
  images: toLineImages(row),
  returnRequestStatus: RETURN_STATES[row.stateId],
  returnRequestStatusId: row.stateId,
  returnReason: row.reason,
  returnAction: row.action,
  comments: row.comments,
  files: row.files.map(({ createdAt, ...file }) => ({ ...file, createdOnUtc: toUtcString(createdAt) })),
  exchangeCombinationId: row.exchangeCombinationId,
  exchangeDescription: row.exchangeDescription,
  exchangeOrderItemId: row.exchangeLineId,
  exchangeOrderId: row.exchangeOrderId,
  exchangeSentOnUtc: row.exchangeSentAt && toUtcString(row.exchangeSentAt),
  reservedUntilUtc: row.reservedUntilAt && toUtcString(row.reservedUntilAt),
  receivedQuantity: row.receivedQuantity,
  decisionReason: row.decisionReason,
  refundedAmount: pricesVisible && row.refundMinor !== null ? toMajorUnits(row.refundMinor) : null,
  exchangeChain: row.chain,
  createdOnUtc: toUtcString(row.createdAt),
  updatedOnUtc: toUtcString(row.updatedAt),
});

/** A return request on the wire, for someone who may see its order. */
export const toReturnRequest = (row: ReturnRow, scope: Pick<Scope, 'pricesVisible' | 'customerId'>): ReturnRequest => ({
  ...toShared(row, scope.pricesVisible),
  cancelAllowed: [row.customerId, row.wearerId].includes(scope.customerId) && explainUncancellable(row) === undefined,
});

/** A return request on the wire, for the supplier. */
export function toOperatorReturn(row: OperatorReturnRow): OperatorReturn {
  const request = toUnmarkedReturn(row);
  return { ...request, fingerprint: createFingerprint(toShownReturn(request)) };
}

type UnmarkedReturn = Omit<OperatorReturn, 'fingerprint'>;

/** What of a return request can change while the supplier looks at it. */
const toShownReturn = (request: UnmarkedReturn) => ({
  asked: [request.quantity, request.returnAction, request.returnReason, request.comments, request.exchangeCombinationId],
  status: request.returnRequestStatusId,
  arrived: [request.receivedQuantity, request.condition],
  exchange: [request.exchangeOrderId, request.exchangeReleased, request.exchangeSentOnUtc],
  refund: request.refundAmount,
});

const STATUS_WORDING: Readonly<Record<UnmarkedReturn['returnRequestStatus'], string>> = {
  Pending: 'It is waiting for the pieces.',
  Received: 'It has been received.',
  ReturnAuthorized: 'It has been authorised.',
  ItemsRepaired: 'It has been repaired or replaced.',
  ItemsRefunded: 'It has been credited.',
  RequestRejected: 'It has been rejected.',
  Cancelled: 'It was cancelled.',
};
const CONDITION_WORDING = { asNew: 'as new', worn: 'worn', faulty: 'faulty' } as const;

/** Throws 409 with what has changed when a return request is no longer what the person who decides has seen. Its orders must be locked. */
export function assertReturnAsSeen(fingerprint: string | null | undefined, row: OperatorReturnRow): void {
  const request = toUnmarkedReturn(row);
  const { receivedQuantity, condition, exchangeSentOnUtc, exchangeReleased } = request;
  assertAsSeen(fingerprint, toShownReturn(request), {
    key: 'returnRequest',
    subject: `Return ${request.customNumber}`,
    wording: {
      asked: 'The request has changed.',
      status: STATUS_WORDING[request.returnRequestStatus],
      ...(receivedQuantity !== null && {
        arrived: `${formatPieces(receivedQuantity)} of ${request.quantity} arrived${condition ? `, ${CONDITION_WORDING[condition]}` : ''}.`,
      }),
      ...(exchangeSentOnUtc !== null
        ? { exchange: 'The new size has been sent.' }
        : exchangeReleased && { exchange: 'The warehouse may send the new size now.' }),
    },
  });
}

const toUnmarkedReturn = (row: OperatorReturnRow): UnmarkedReturn => ({
  ...toShared(row, true),
  organisation: { id: row.organisationId, name: row.organisationName },
  customer: { id: row.customerId, firstName: row.firstName, lastName: row.lastName, email: row.email },
  wearerName: row.wearerName,
  isFaulty: row.isFaulty,
  fit: row.fit,
  fitPlaces: row.fitPlaces,
  condition: row.condition,
  receivedOnUtc: row.receivedAt && toUtcString(row.receivedAt),
  restockedQuantity: row.restockedQuantity,
  exchangeReleased: row.isExchangeReleased,
  receivable: isReceivable(row),
  restockable: isRestockable(row),
  ...toDecisions(row),
  currencyCode: row.currencyCode,
});

function toDecisions(row: OperatorReturnRow): Pick<OperatorReturn, 'decisions' | 'refundAmount'> {
  const decisions = listDecisions(row);
  if (!decisions.includes('refund')) return { decisions, refundAmount: null };
  const { refundMinor, refundTaxMinor } = computeRefund(row.charged, row.receivedQuantity ?? row.quantity);
  return { decisions, refundAmount: toMajorUnits(refundMinor + refundTaxMinor) };
}
