import Type from 'typebox';
import { endpoint, operator, roles } from '../../endpoint.ts';
import { bool, described, entity, id } from '../../values.ts';
import { changedQuestion, checkoutQuestions, newQuestion } from './question-schemas.ts';

const tags = ['Checkout questions'] as const;
const access = roles('OrganisationAdmin');
const reply = Type.Object({ checkoutQuestions });
const questionId = Type.Object({ id: id('checkoutQuestion') });
const organisationId = described(id('organisation'), 'The organisation whose questions they are.');
const order = described(
  Type.Array(id('checkoutQuestion'), { maxItems: 100, message: 'Please send at most 100 questions.' }),
  'Ids of questions in the order in which they are asked; others follow.',
);

const LISTED =
  'In the order in which they are asked, with their answers; also what has been withdrawn. `POST /api/checkoutsummary` asks them.';
const ADDED =
  'Everyone who orders from now on is asked, also with a cart that is filled already. 422 for answers that do not fit the kind; 409 `checkoutQuestion` when 20 questions are asked already, or another one asks for the cost centre. Send an `Idempotency-Key`: with the same key it is added once.';
const CHANGED =
  'Absent properties stay as they are. Applies to orders that are placed from now on: who has seen another price is told before they order. 409 `checkoutQuestion` when someone else has changed it since `version`.';
const WITHDRAWN = 'It is no longer asked. Orders keep the answers that were given. `PUT` with `active` asks it again.';
const ONLY_WHERE_ALLOWED = ' 403 where the supplier keeps the questions.';

/** Questions at checkout: operators keep those of every organisation, and administrators their own where they may. */
export const checkoutQuestionEndpoints = {
  'GET /api/operator/checkoutquestions': endpoint({
    name: 'listCheckoutQuestions',
    summary: 'List the questions that an organisation asks at checkout',
    description: LISTED,
    tags,
    access: operator('content:read'),
    query: Type.Object({ organisationId }),
    reply,
  }),

  'POST /api/operator/checkoutquestions': endpoint({
    name: 'addCheckoutQuestion',
    summary: 'Add a question at checkout',
    description: ADDED,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({ organisationId, ...newQuestion }),
    reply,
  }),

  'PUT /api/operator/checkoutquestions/order': endpoint({
    name: 'orderCheckoutQuestions',
    summary: 'Change the order in which questions are asked',
    description: 'Questions that are not named follow those that are.',
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({ organisationId, ids: order }),
    reply,
  }),

  'PUT /api/operator/checkoutquestions/keepers': endpoint({
    name: 'chooseQuestionKeepers',
    summary: 'Allow administrators to keep the questions, or not',
    description: 'Administrators of the whole organisation then add, change and withdraw questions as operators do.',
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({
      organisationId,
      adminsKeepQuestions: described(bool, 'Whether administrators of the whole organisation keep the questions too.'),
    }),
    reply,
  }),

  'PUT /api/operator/checkoutquestions/:id': endpoint({
    name: 'updateCheckoutQuestion',
    summary: 'Change a question at checkout',
    description: CHANGED,
    tags,
    access: operator('content:write'),
    params: questionId,
    refusesUnknown: true,
    body: entity('CheckoutQuestionChanges', changedQuestion),
    reply,
  }),

  'DELETE /api/operator/checkoutquestions/:id': endpoint({
    name: 'withdrawCheckoutQuestion',
    summary: 'Withdraw a question at checkout',
    description: WITHDRAWN,
    tags,
    access: operator('content:write'),
    params: questionId,
    reply,
  }),

  'GET /api/checkoutquestions': endpoint({
    name: 'listOwnCheckoutQuestions',
    summary: 'List the questions that your organisation asks at checkout',
    description: `${LISTED} For administrators of the whole organisation; they may change them where \`adminsKeepQuestions\`.`,
    tags,
    access,
    reply,
  }),

  'POST /api/checkoutquestions': endpoint({
    name: 'addOwnCheckoutQuestion',
    summary: 'Add a question at checkout of your organisation',
    description: ADDED + ONLY_WHERE_ALLOWED,
    tags,
    access,
    refusesUnknown: true,
    body: Type.Object(newQuestion),
    reply,
  }),

  'PUT /api/checkoutquestions/order': endpoint({
    name: 'orderOwnCheckoutQuestions',
    summary: 'Change the order in which your organisation asks questions',
    description: `Questions that are not named follow those that are.${ONLY_WHERE_ALLOWED}`,
    tags,
    access,
    refusesUnknown: true,
    body: Type.Object({ ids: order }),
    reply,
  }),

  'PUT /api/checkoutquestions/:id': endpoint({
    name: 'updateOwnCheckoutQuestion',
    summary: 'Change a question at checkout of your organisation',
    description: CHANGED + ONLY_WHERE_ALLOWED,
    tags,
    access,
    params: questionId,
    refusesUnknown: true,
    body: entity('CheckoutQuestionChanges', changedQuestion),
    reply,
  }),

  'DELETE /api/checkoutquestions/:id': endpoint({
    name: 'withdrawOwnCheckoutQuestion',
    summary: 'Withdraw a question at checkout of your organisation',
    description: WITHDRAWN + ONLY_WHERE_ALLOWED,
    tags,
    access,
    params: questionId,
    reply,
  }),
} as const;
