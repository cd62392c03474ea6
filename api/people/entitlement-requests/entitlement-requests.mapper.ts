import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { describeAdjustmentReason, findAdjustmentBlocker } from '#api/entitlement/adjustments.rules.ts';
import { formatAmount } from '#api/entitlement/coverage.rules.ts';
import { getBalance } from '#api/entitlement/entitlement.rules.ts';
import { toReasoning } from '#api/entitlement/reasoning.mapper.ts';
import { assertAsSeen, createFingerprint } from '#api/platform/http/fingerprint.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { canAdjustEntitlement } from '../person/person-fields.rules.ts';
import type { EntitlementRequest, OrderedLine } from './entitlement-requests.queries.ts';
import { CANNOT_CHANGE } from './entitlement-requests.rules.ts';

export type WireOwnRequest = ReplyOf<'GET /api/entitlement/requests/own'>['requests'][number];
export type WireRequest = ReplyOf<'GET /api/entitlement/requests'>['requests'][number];

const toAmount = ({ account }: EntitlementRequest, size: number) => (account.unit === 'money' ? toMajorUnits(size) : size);

/** A request as its wearer sees it. Money in major units. */
export function toOwnRequest(request: EntitlementRequest): WireOwnRequest {
  const { account, grantedAmount, closedAt, undoneAt } = request;
  return {
    id: request.id,
    accountId: account.id,
    label: account.label,
    kind: account.kind,
    unit: account.unit,
    collectionName: request.collectionName,
    seasonId: account.seasonId,
    seasonName: request.seasonName,
    status: request.status,
    amount: toAmount(request, request.amount),
    reason: request.reason,
    createdOnUtc: request.createdAt.toISOString(),
    expiresOn: request.expiresOn,
    closedOnUtc: closedAt?.toISOString() ?? null,
    decidedBy: request.decidedBy,
    decisionReason: request.decisionReason,
    grantedAmount: grantedAmount === null ? null : toAmount(request, grantedAmount),
    undoneOnUtc: undoneAt?.toISOString() ?? null,
    undoneBy: request.undoneBy,
  };
}

/** A request as the administrator sees it who decides. */
export function toRequest(
  request: EntitlementRequest,
  caller: Scope,
  ordered: readonly OrderedLine[],
  today: string,
): WireRequest {
  const { account, customer, adjustmentId, collectionName, seasonName } = request;
  const { isLimited, granted, reserved, used } = account;
  const left = getBalance(account);
  const grantBlocker = request.status === 'open' ? findAdjustmentBlocker(account, today) : undefined;
  return {
    ...toOwnRequest(request),
    customer: { id: customer.id, firstName: customer.firstName, lastName: customer.lastName, email: customer.email },
    balance: {
      granted: isLimited ? toAmount(request, granted) : null,
      reserved: toAmount(request, reserved),
      used: toAmount(request, used),
      left: left === null ? null : toAmount(request, left),
      reasoning: toReasoning(account, { collectionName, seasonName }),
    },
    ordered: ordered.map(({ productName, description, quantity, orderedAt }) => ({
      productName,
      attributeDescription: description,
      quantity,
      orderedOnUtc: new Date(orderedAt).toISOString(),
    })),
    decisionBlocker:
      request.status === 'open' && !canAdjustEntitlement(caller, { ...customer, customerId: customer.id }) ? CANNOT_CHANGE : null,
    grantBlocker: grantBlocker ? describeAdjustmentReason(grantBlocker) : null,
    adjustmentId,
    fingerprint: createFingerprint(toShownRequest(request)),
  };
}

/** What of a request can change while an administrator looks at it: what is asked for, and the balance that it would add to. */
const toShownRequest = ({ amount, reason, account: { granted, reserved, used, isLimited } }: EntitlementRequest) => ({
  asked: [amount, reason],
  balance: [isLimited, granted, reserved, used],
});

/** Throws 409 with what is left now when a request or its balance is no longer what the person who decides has seen. The account must be locked. */
export function assertRequestAsSeen(
  fingerprint: string | null | undefined,
  request: EntitlementRequest,
  currencyCode: string,
): void {
  const { account, customer } = request;
  const left = getBalance(account);
  assertAsSeen(fingerprint, toShownRequest(request), {
    key: 'entitlementRequest',
    subject: `The request of ${customer.firstName} ${customer.lastName}`,
    wording: {
      asked: 'The request has changed.',
      balance:
        left === null
          ? 'The balance has no limit now.'
          : `Left in the balance now: ${formatAmount(left, account.unit, currencyCode)}.`,
    },
  });
}
