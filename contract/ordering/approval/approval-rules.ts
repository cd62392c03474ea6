import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import {
  amountInput,
  currencyCode,
  described,
  entity,
  expectedVersion,
  id,
  idOrNone,
  int,
  maybe,
  money,
  nullable,
  text,
  version,
} from '../../values.ts';

/** Rules about which orders need approval, and what happens to those on which no one decides. */

const tags = ['Approval'] as const;
const access = roles('OrganisationAdmin');

const ruleKind = Type.Union(
  [
    Type.Literal('always'),
    Type.Literal('aboveAmount'),
    Type.Literal('product'),
    Type.Literal('firstOrder'),
    Type.Literal('costCentre'),
  ],
  {
    message: 'Kind must be always, aboveAmount, product, firstOrder or costCentre.',
    description:
      '`always`: every order; `aboveAmount`: orders whose goods, with what their delivery costs beyond the default, cost more; `product`: orders with the product; `firstOrder`: the first order of a person; `costCentre`: orders with which those of their cost centre cost more than its amount per season.',
  },
);

const rule = entity('ApprovalRule', {
  id: int,
  kind: ruleKind,
  organisationGroupId: described(nullable(int), 'Applies to orders of members of this group; null: to all.'),
  organisationGroupName: described(nullable(text), 'Name of the group; null for all.'),
  amount: described(
    nullable(money),
    'Goods, with what delivery costs beyond the default, excluding tax, above which approval is needed; null for other kinds.',
  ),
  productId: described(nullable(int), 'Product that needs approval; null for other kinds.'),
  productName: described(nullable(text), 'Name of the product; null for other kinds.'),
  version,
});

const organisationGroupId = described(maybe(idOrNone('group')), 'Applies to orders of members of this group; 0 or null: to all.');
const amount = described(
  maybe(amountInput({ minimum: 0, maximum: 10_000_000, message: 'Please enter an amount from 0 to 10,000,000.' })),
  'Goods, with what delivery costs beyond the default, excluding tax, above which approval is needed; required for `aboveAmount`.',
);
const days = (message: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 365, message }));

const settings = {
  expiryDays: described(int, 'Days after which an order on which no one has decided is cancelled.'),
  escalationDays: described(int, 'Days after which every administrator of the whole organisation is asked to decide.'),
};

const rules = Type.Object({ approvalRules: Type.Array(rule) });

/** Calls for the rules of approval. */
export const approvalRuleEndpoints = {
  'GET /api/approvalrules': endpoint({
    name: 'listApprovalRules',
    summary: 'List the rules of approval',
    description:
      'An order needs approval when at least one rule applies to it. Pieces beyond the entitlement need it wherever their wardrobe says so, without a rule.',
    tags,
    access,
    reply: Type.Object({ approvalRules: Type.Array(rule), settings: entity(settings), currencyCode }),
  }),

  'POST /api/approvalrules': endpoint({
    name: 'addApprovalRule',
    summary: 'Add a rule of approval',
    description: 'For orders placed from now on. 409 when there is such a rule for the group already.',
    tags,
    access,
    root: 'approvalRule',
    body: Type.Object({
      kind: ruleKind,
      organisationGroupId,
      amount,
      productId: described(maybe(idOrNone('product')), 'Product of the organisation’s range; required for `product`.'),
    }),
    reply: rules,
  }),

  'PUT /api/approvalrules/settings': endpoint({
    name: 'updateApprovalSettings',
    summary: 'Change when waiting orders are escalated and cancelled',
    description:
      'Absent properties stay as they are. Cancellation: for orders placed from now on; escalation: for all that wait.',
    tags,
    access,
    root: 'settings',
    body: Type.Object({
      expiryDays: described(
        days('Please enter a number of days from 1 to 365.'),
        'Days after which a waiting order is cancelled.',
      ),
      escalationDays: described(
        days('Please enter a number of days from 1 to 365.'),
        'Days after which every administrator of the whole organisation is asked; fewer than `expiryDays`.',
      ),
    }),
    reply: Type.Object({ settings: entity(settings) }),
  }),

  'PUT /api/approvalrules/:id': endpoint({
    name: 'updateApprovalRule',
    summary: 'Change a rule of approval',
    description:
      'For orders placed from now on. Absent properties stay as they are. 409 when someone else has changed the same value since `version`, or when there is such a rule for the group already.',
    tags,
    access,
    params: Type.Object({ id: id('approvalRule') }),
    root: 'approvalRule',
    body: Type.Object({ version: expectedVersion, organisationGroupId, amount }),
    reply: rules,
  }),

  'DELETE /api/approvalrules/:id': endpoint({
    name: 'deleteApprovalRule',
    summary: 'Delete a rule of approval',
    description: 'For orders placed from now on; orders that wait go on waiting.',
    tags,
    access,
    params: Type.Object({ id: id('approvalRule') }),
    reply: Type.Object({}),
  }),
};
