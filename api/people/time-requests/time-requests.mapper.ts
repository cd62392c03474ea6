import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { CANNOT_CHANGE } from '../entitlement-requests/entitlement-requests.rules.ts';
import { canAdjustEntitlement } from '../person/person-fields.rules.ts';
import type { ChosenGarment, TimeRequest } from './time-requests.queries.ts';

export type WireOwnTimeRequest = ReplyOf<'GET /api/entitlement/timerequests/own'>['requests'][number];
export type WireTimeRequest = ReplyOf<'GET /api/entitlement/timerequests'>['requests'][number];

/** A request for more time as its wearer sees it. */
export const toOwnTimeRequest = (request: TimeRequest): WireOwnTimeRequest => ({
  id: request.id,
  seasonId: request.seasonId,
  seasonName: request.seasonName,
  status: request.status,
  reason: request.reason,
  createdOnUtc: request.createdAt.toISOString(),
  expiresOn: request.expiresOn,
  closedOnUtc: request.closedAt?.toISOString() ?? null,
  decidedBy: request.decidedBy,
  decisionReason: request.decisionReason,
  orderingClosesOn: request.orderingClosesOn,
});

/** A request for more time as the administrator sees it who decides. */
export function toTimeRequest(request: TimeRequest, caller: Scope, chosen: readonly ChosenGarment[]): WireTimeRequest {
  const { customer, seasonClosesOn, status } = request;
  return {
    ...toOwnTimeRequest(request),
    customer: { id: customer.id, firstName: customer.firstName, lastName: customer.lastName, email: customer.email },
    seasonClosedOn: seasonClosesOn,
    chosen: chosen.map(({ productName, description, quantity }) => ({
      productName,
      attributeDescription: description,
      quantity,
    })),
    decisionBlocker:
      status === 'open' && !canAdjustEntitlement(caller, { ...customer, customerId: customer.id }) ? CANNOT_CHANGE : null,
  };
}
