import Type from 'typebox';
import { endpoint, roles, signedIn } from '../endpoint.ts';
import {
  attributeDescription,
  dateTime,
  dayInput,
  described,
  entity,
  id,
  idOrNone,
  int,
  nullable,
  paging,
  text,
  totalCount,
} from '../values.ts';
import { personContact, requestStatus } from './entitlement-requests.ts';

/** Wearers whose ordering window has closed ask for more time, and administrators decide. */

const tags = ['Entitlement'] as const;
const admin = roles('OrganisationAdmin');
const day = Type.String({ format: 'date' });
const optionalReason = Type.Optional(Type.String({ maxLength: 500, message: 'Please enter at most 500 characters.' }));
const reason = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  message: 'Please enter a reason of at most 500 characters.',
});

/** A request for more time as its wearer sees it. */
export const ownTimeRequest = entity('OwnTimeRequest', {
  id: int,
  seasonId: described(int, 'Season for which more time is asked for.'),
  seasonName: described(text, 'Name of the season, for example `Winter 2026`.'),
  status: requestStatus,
  reason: described(
    nullable(text),
    'Why the wearer asks, for example `I was on leave`; null when nothing was said, or it was erased.',
  ),
  createdOnUtc: dateTime,
  expiresOn: described(day, 'Last day for a decision, in the organisation’s time zone.'),
  closedOnUtc: described(nullable(dateTime), 'When it was decided, withdrawn or found to have expired; null before.'),
  decidedBy: described(nullable(text), 'Name of the administrator who decided, for example `Amara Vance`; null when no one did.'),
  decisionReason: described(
    nullable(text),
    'What the administrator told the wearer, for example `Please order this week`; null for nothing.',
  ),
  orderingClosesOn: described(nullable(day), 'Last day on which the wearer may order now; null unless the request was granted.'),
});

const timeRequest = entity('TimeRequest', {
  ...ownTimeRequest.properties,
  customer: described(personContact, 'The wearer.'),
  seasonClosedOn: described(nullable(day), 'Last day of the season’s ordering window; null where it has none any more.'),
  chosen: described(
    Type.Array(
      entity('ChosenGarment', {
        productName: described(text, 'For example `Marlow Poplin Blouse`.'),
        attributeDescription,
        quantity: described(int, 'Pieces.'),
      }),
    ),
    'What the wearer has in the cart and not ordered: at most 20 lines.',
  ),
  decisionBlocker: described(nullable(text), 'Why the caller cannot decide it; null when they can, and when it is not open.'),
});

const params = Type.Object({ id: id('entitlementRequest') });
const decided =
  'The wearer is emailed. Refused for one’s own requests and people whom the caller may not change (403), and when it is no longer open (409).';

/** Asking for more time to order, and deciding on it. */
export const timeRequestEndpoints = {
  'GET /api/entitlement/timerequests/own': endpoint({
    name: 'listOwnTimeRequests',
    summary: 'List one’s own requests for more time',
    description: 'Newest first, at most the latest 100, and the seasons for which the caller can ask now.',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    reply: Type.Object({
      requests: Type.Array(ownTimeRequest),
      seasons: described(
        Type.Array(
          entity('ClosedSeason', {
            seasonId: described(int, 'Season whose ordering window has closed.'),
            seasonName: described(text, 'For example `Winter 2026`.'),
            closedOn: described(day, 'Last day on which the caller could order.'),
          }),
        ),
        'Closed seasons for which the caller can ask for more time; none while they can order, and where more time would not help.',
      ),
      askingBlocker: described(
        nullable(text),
        'Why the caller cannot ask for more time: no administrator could decide. Null when they can.',
      ),
    }),
  }),

  'POST /api/entitlement/timerequests': endpoint({
    name: 'askForMoreTime',
    summary: 'Ask for more time to order',
    description:
      'For a season whose ordering window has closed. Administrators who manage the caller are mailed and decide within 30 days. One request can be open for each season (else 409). Refused while ordering is open, or would stay impossible, and when no administrator could decide (409), and after 50 requests in a day, withdrawn ones included (429).',
    tags,
    access: signedIn,
    body: Type.Object({
      seasonId: described(id('season'), 'One of the closed seasons of the caller.'),
      reason: described(optionalReason, 'Why, for the administrators to read, for example `I was on leave`.'),
    }),
    reply: Type.Object({ request: ownTimeRequest }),
  }),

  'POST /api/entitlement/timerequests/:id/withdraw': endpoint({
    name: 'withdrawTimeRequest',
    summary: 'Withdraw one’s own request for more time',
    description: '409 when it is no longer open.',
    tags,
    access: signedIn,
    params,
    reply: Type.Object({ request: ownTimeRequest }),
  }),

  'GET /api/entitlement/timerequests': endpoint({
    name: 'listTimeRequests',
    summary: 'List requests for more time',
    description: 'Those of the people whom the caller manages, without the caller’s own: open ones first, then the newest.',
    tags,
    access: admin,
    query: Type.Object({
      status: Type.Optional(requestStatus),
      customerId: described(Type.Optional(idOrNone('customer')), 'Only requests of this person; absent or 0: of everyone.'),
      requestId: described(Type.Optional(idOrNone('entitlementRequest')), 'Only this request; absent or 0: all.'),
      ...paging,
    }),
    reply: Type.Object({ requests: Type.Array(timeRequest), totalCount }),
  }),

  'POST /api/entitlement/timerequests/:id/grant': endpoint({
    name: 'grantTimeRequest',
    summary: 'Grant more time to order',
    description: `The wearer can order in the season until a day that is at most 90 days away (else 422). The season stays closed for everyone else. ${decided}`,
    tags,
    access: admin,
    params,
    body: Type.Object({
      orderingClosesOn: described(
        dayInput('Please choose the last day to order.'),
        'Last day on which the wearer may order, included, in the organisation’s time zone.',
      ),
      reason: described(optionalReason, 'Message to the wearer, for example `Please order this week`.'),
    }),
    reply: Type.Object({ request: timeRequest }),
  }),

  'POST /api/entitlement/timerequests/:id/decline': endpoint({
    name: 'declineTimeRequest',
    summary: 'Decline a request for more time',
    description: decided,
    tags,
    access: admin,
    params,
    body: Type.Object({
      reason: described(reason, 'Why, for the wearer to read, for example `Ordering opens again in March`.'),
    }),
    reply: Type.Object({ request: timeRequest }),
  }),
};
