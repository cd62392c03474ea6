import type { ReplyOf } from '#contract/index.ts';
import { ORDER_STATES, toUtcString } from '../order-states/order-states.rules.ts';
import { nameOf } from '../proofs/proofs.mapper.ts';
import { RETURN_STATES } from '../returns/returns.rules.ts';
import type { OpenMatters, UnderWayRow } from './underway.queries.ts';

/** A person's parcels and pieces on their way, on the wire. */
export const toUnderWay = ({ parcels, orders, proofs, quotesToAccept }: UnderWayRow): ReplyOf<'GET /api/orders/underway'> => ({
  parcels: parcels.map(({ shippedAt, ...parcel }) => ({ ...parcel, shippedOnUtc: toUtcString(shippedAt) })),
  orders: orders.map(({ stateId, createdAt, ...order }) => ({
    ...order,
    orderStatus: ORDER_STATES[stateId],
    createdOnUtc: toUtcString(createdAt),
  })),
  proofsToApprove: proofs.count,
  quotesToAccept,
});

/** What is open in the orders that a person looks after, on the wire. */
export const toOpenMatters = ({ late, waiting, proofs, returns }: OpenMatters): ReplyOf<'GET /api/orders/openmatters'> => ({
  late,
  waiting: {
    totalCount: waiting.totalCount,
    orders: waiting.orders.map(({ createdAt, ...order }) => ({ ...order, createdOnUtc: toUtcString(createdAt) })),
  },
  proofs: {
    totalCount: proofs.totalCount,
    proofs: proofs.requests.map(({ proofId, design, createdAt }) => ({
      proofId,
      name: nameOf(design),
      createdOnUtc: toUtcString(createdAt),
    })),
  },
  returns: {
    totalCount: returns.totalCount,
    requests: returns.requests.map(({ stateId, createdAt, ...request }) => ({
      ...request,
      returnRequestStatus: RETURN_STATES[stateId],
      createdOnUtc: toUtcString(createdAt),
    })),
  },
});
