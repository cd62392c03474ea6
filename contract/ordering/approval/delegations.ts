import Type from 'typebox';
import { endpoint, roles, signedIn } from '../../endpoint.ts';
import { bool, described, entity, id, idOrNone, int, listOf, nullable, text } from '../../values.ts';

/** For some days, someone else decides about orders in an approver's place. */

const tags = ['Approval'] as const;
const admin = roles('OrganisationAdmin');
const whileImpersonating = 'refused';

const day = Type.String({ format: 'date' });
const dayInput = (label: string) => Type.String({ maxLength: 40, message: `${label} is not a date.` });
const searchTerm = described(
  Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
  'Words of name or email address. Default: everyone.',
);

const someone = entity('PersonReference', { id: int, name: text, email: text });

const delegation = entity('Delegation', {
  id: int,
  approver: described(someone, 'Whose decisions are delegated.'),
  delegate: described(someone, 'Who decides in their place.'),
  startsOn: described(day, 'First day, in the organisation’s time zone.'),
  endsOn: described(day, 'Last day.'),
  isRunning: described(bool, 'Whether today is one of its days.'),
  canEnd: described(bool, 'Whether the caller may end it.'),
});

const people = listOf('people', someone);
const candidate = entity('DelegateCandidate', {
  ...someone.properties,
  blocker: described(
    nullable(text),
    'Which right they lack, for example `Doesn’t see the orders of South.`; null for people who can be chosen.',
  ),
});

/** Calls for delegating approval. */
export const delegationEndpoints = {
  'GET /api/approvals/delegations': endpoint({
    name: 'listDelegations',
    summary: 'List present and future delegations of approval',
    description: 'Those of the caller and those to the caller; an administrator of the whole organisation gets all, 200 at most.',
    tags,
    access: signedIn,
    whileImpersonating,
    reply: Type.Object({
      delegations: Type.Array(delegation),
      canDelegate: described(bool, 'Whether the caller approves orders and can therefore name a delegate.'),
      canDelegateForOthers: described(bool, 'Whether the caller may name a delegate for someone else.'),
    }),
  }),

  'GET /api/approvals/delegations/approvers': endpoint({
    name: 'findApprovers',
    summary: 'Find approvers who can be represented',
    description: 'By name, at most 50. Only for administrators of the whole organisation (403).',
    tags,
    access: admin,
    whileImpersonating,
    query: Type.Object({ searchTerm }),
    reply: people,
  }),

  'GET /api/approvals/delegations/delegates': endpoint({
    name: 'findDelegates',
    summary: 'Find people who can decide in an approver’s place',
    description:
      'By name, at most 50: active people whose scope contains every group for which the approver decides. With a search term then people of these groups who lack a right, with `blocker`.',
    tags,
    access: signedIn,
    whileImpersonating,
    query: Type.Object({
      approverId: described(Type.Optional(idOrNone('customer')), 'Approver; absent or 0 for the caller.'),
      searchTerm,
    }),
    reply: listOf('people', candidate),
  }),

  'POST /api/approvals/delegations': endpoint({
    name: 'delegateApproval',
    summary: 'Delegate approval for some days',
    description: [
      'For oneself, or by an administrator of the whole organisation for someone who is absent. Approver and delegate are mailed. 422 for a delegate who',
      'cannot decide about all orders of the approver, 409 when the approver has a delegate on one of the days, or the delegate’s own decisions are delegated back',
      'to the approver, directly or through others.',
    ].join(' '),
    tags,
    access: signedIn,
    whileImpersonating,
    root: 'delegation',
    body: Type.Object({
      approverId: described(Type.Optional(idOrNone('customer')), 'Approver; absent or 0 for the caller.'),
      delegateId: described(id('customer', 'Please choose who decides.'), 'Who decides in the approver’s place.'),
      startsOn: described(dayInput('The first day'), 'First day, from today on.'),
      endsOn: described(dayInput('The last day'), 'Last day, within a year of the first.'),
    }),
    reply: Type.Object({ delegation }),
  }),

  'DELETE /api/approvals/delegations/:id': endpoint({
    name: 'endDelegation',
    summary: 'End a delegation of approval',
    description:
      'At once, also before it begins. By the approver or an administrator of the whole organisation (else 403). Approver and delegate are mailed.',
    tags,
    access: signedIn,
    whileImpersonating,
    params: Type.Object({ id: id('delegation') }),
    reply: Type.Object({}),
  }),
};
