import Type from 'typebox';
import { endpoint, roles, signedIn } from '../endpoint.ts';
import { ACCOUNT_KINDS, ENTITLEMENT_UNITS } from '../entitlement/accounts.ts';
import { reasoning } from '../entitlement/reasoning.ts';
import {
  amountInput,
  attributeDescription,
  currencyCode,
  dateTime,
  described,
  entity,
  fingerprint,
  id,
  idOrNone,
  int,
  nullable,
  oneOf,
  paging,
  seasonId,
  seenFingerprint,
  text,
  totalCount,
} from '../values.ts';

/** Wearers ask for more than they are owed, and administrators decide. */

const tags = ['Entitlement'] as const;
const admin = roles('OrganisationAdmin');
const day = Type.String({ format: 'date' });
const amount = Type.Number();
const message = 'Please enter a reason of at most 500 characters.';
const reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', message });
const requestedAmount = amountInput({
  minimum: 0,
  maximum: 10_000,
  message: 'Please enter an amount above 0 and up to 10,000.',
});

/** The statuses of a request. */
export const requestStatus = Type.Union(
  [Type.Literal('open'), Type.Literal('granted'), Type.Literal('declined'), Type.Literal('withdrawn'), Type.Literal('expired')],
  {
    message: 'Status must be open, granted, declined, withdrawn or expired.',
    description: '`open`: waits for a decision; `expired`: no one decided in time.',
  },
);

/** A person, to write to. */
export const personContact = entity('PersonContact', { id: int, firstName: text, lastName: text, email: text });

/** A request as its wearer sees it. */
export const ownEntitlementRequest = entity('OwnEntitlementRequest', {
  id: int,
  accountId: described(int, 'Balance that the request is about, as in the statement.'),
  label: described(text, 'Name of the group or product; of the wardrobe for a budget.'),
  kind: oneOf(ACCOUNT_KINDS, '`group`: pieces of a group; `product`: pieces of one product; `budget`: points or money.'),
  unit: oneOf(ENTITLEMENT_UNITS, 'What is counted; money in the organisation’s currency, excluding tax.'),
  collectionName: described(text, 'Name of the wardrobe.'),
  seasonId,
  seasonName: described(nullable(text), 'Name of the season; null in an organisation without seasons.'),
  status: requestStatus,
  amount: described(amount, 'How much more was asked for.'),
  reason: described(nullable(text), 'Why the wearer asks; null when it was erased.'),
  createdOnUtc: dateTime,
  expiresOn: described(day, 'Last day for a decision, in the organisation’s time zone.'),
  closedOnUtc: described(nullable(dateTime), 'When it was decided, withdrawn or found to have expired; null before.'),
  decidedBy: described(nullable(text), 'Name of the administrator who decided; null when no one did.'),
  decisionReason: described(nullable(text), 'What the administrator told the wearer; null for nothing.'),
  grantedAmount: described(nullable(amount), 'How much was granted; null unless the request was granted.'),
  undoneOnUtc: described(
    nullable(dateTime),
    'When an administrator removed the granted amount again by undoing the adjustment; the status stays `granted`. Null otherwise.',
  ),
  undoneBy: described(nullable(text), 'Name of that administrator; null when it was not undone.'),
});

const entitlementRequest = entity('EntitlementRequest', {
  ...ownEntitlementRequest.properties,
  customer: described(personContact, 'The wearer.'),
  balance: described(
    entity({
      granted: described(nullable(amount), 'Granted, adjustments included; null without a limit.'),
      reserved: described(amount, 'Reserved by orders that have not been sent yet.'),
      used: described(amount, 'Sent, less what was sent back.'),
      left: described(nullable(amount), 'What can still be taken; null without a limit.'),
      reasoning: described(reasoning, 'Why as much is left.'),
    }),
    'The balance now.',
  ),
  ordered: described(
    Type.Array(
      entity({
        productName: text,
        attributeDescription,
        quantity: described(int, 'Pieces, without cancelled and returned ones.'),
        orderedOnUtc: dateTime,
      }),
    ),
    'What was ordered from this balance: the latest ten lines, newest first.',
  ),
  decisionBlocker: described(nullable(text), 'Why the caller cannot decide it; null when they can, and when it is not open.'),
  grantBlocker: described(
    nullable(text),
    'Why nothing can be granted any more, such as after a change of the wardrobe; it can still be declined. Null when it can be granted.',
  ),
  adjustmentId: described(nullable(int), 'Adjustment that added the granted amount, to undo it once; null unless granted.'),
  fingerprint,
});

const params = Type.Object({ id: id('entitlementRequest') });
const decided =
  'The wearer is emailed. Refused for one’s own requests and people whom the caller may not change (403), and when it is no longer open (409).';

/** Asking for more, and deciding on it. */
export const entitlementRequestEndpoints = {
  'GET /api/entitlement/requests/own': endpoint({
    name: 'listOwnEntitlementRequests',
    summary: 'List one’s own requests for more',
    description: 'Newest first, at most the latest 100.',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    reply: Type.Object({
      requests: Type.Array(ownEntitlementRequest),
      askingBlocker: described(
        nullable(text),
        'Why the caller cannot ask for more of any balance: no administrator could decide. Null when they can.',
      ),
    }),
  }),

  'POST /api/entitlement/requests': endpoint({
    name: 'askForMore',
    summary: 'Ask for more',
    description:
      'About one of the caller’s own balances with a limit. Administrators who manage the caller are mailed and decide within 30 days. One request can be open for each balance (else 409). Refused while nothing could be ordered from the balance and when no administrator could decide (409), and after 50 requests in a day, withdrawn ones included (429).',
    tags,
    access: signedIn,
    body: Type.Object({
      accountId: described(id('entitlementAccount'), 'Balance, from the statement or the reasoning of the uniform builder.'),
      amount: described(requestedAmount, 'How much more: pieces, points or money.'),
      reason: described(reason, 'Why, for the administrators to read.'),
    }),
    reply: Type.Object({ request: ownEntitlementRequest }),
  }),

  'POST /api/entitlement/requests/:id/withdraw': endpoint({
    name: 'withdrawEntitlementRequest',
    summary: 'Withdraw one’s own request for more',
    description: '409 when it is no longer open.',
    tags,
    access: signedIn,
    params,
    reply: Type.Object({ request: ownEntitlementRequest }),
  }),

  'GET /api/entitlement/requests': endpoint({
    name: 'listEntitlementRequests',
    summary: 'List requests for more',
    description: 'Those of the people whom the caller manages, without the caller’s own: open ones first, then the newest.',
    tags,
    access: admin,
    query: Type.Object({
      status: Type.Optional(requestStatus),
      customerId: described(Type.Optional(idOrNone('customer')), 'Only requests of this person; absent or 0: of everyone.'),
      requestId: described(Type.Optional(idOrNone('entitlementRequest')), 'Only this request; absent or 0: all.'),
      ...paging,
    }),
    reply: Type.Object({ requests: Type.Array(entitlementRequest), totalCount, currencyCode }),
  }),

  'POST /api/entitlement/requests/:id/grant': endpoint({
    name: 'grantEntitlementRequest',
    summary: 'Grant a request for more',
    description: `Adjusts the balance, which can be undone like any adjustment. ${decided} 409 also where the balance can no longer be adjusted.`,
    tags,
    access: admin,
    params,
    body: Type.Object({
      amount: described(
        Type.Optional(requestedAmount),
        'How much is granted: at most what was asked for (else 422), which is the default.',
      ),
      reason: described(
        Type.Optional(Type.String({ maxLength: 500, message: 'Please enter at most 500 characters.' })),
        'Message to the wearer, for example why it is less.',
      ),
      fingerprint: seenFingerprint,
    }),
    reply: Type.Object({ request: entitlementRequest }),
  }),

  'POST /api/entitlement/requests/:id/decline': endpoint({
    name: 'declineEntitlementRequest',
    summary: 'Decline a request for more',
    description: decided,
    tags,
    access: admin,
    params,
    body: Type.Object({ reason: described(reason, 'Why, for the wearer to read.'), fingerprint: seenFingerprint }),
    reply: Type.Object({ request: entitlementRequest }),
  }),
};
