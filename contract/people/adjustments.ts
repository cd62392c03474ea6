import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import { adjustmentAmount, adjustmentReason, described, entity, id, int } from '../values.ts';

const tags = ['Entitlement'] as const;
const admin = roles('OrganisationAdmin');
const amount = Type.Number();

const adjustment = entity('Adjustment', {
  id: described(int, 'Id of the ledger entry.'),
  accountId: described(int, 'Balance that was adjusted.'),
  amount: described(amount, 'Amount that was added; negative for one that was removed.'),
  left: described(amount, 'What can still be taken afterwards.'),
});

/** Adding to what a person is owed and removing from it, and undoing that. */
export const adjustmentEndpoints = {
  'POST /api/entitlement/adjustments': endpoint({
    name: 'adjustEntitlement',
    summary: 'Adjust what a person is owed',
    description:
      'Adds to a balance or removes from it, with a reason that the person can read. Refused for one’s own balances (403), for balances without a limit, closed ones and ended periods (409), and for more than is left (422).',
    tags,
    access: admin,
    body: Type.Object({
      accountId: described(id('entitlementAccount'), 'Balance to adjust, from the statement.'),
      amount: adjustmentAmount,
      reason: adjustmentReason,
    }),
    reply: Type.Object({ adjustment }),
  }),

  'POST /api/entitlement/adjustments/:id/reversal': endpoint({
    name: 'undoAdjustment',
    summary: 'Undo an adjustment',
    description:
      'Writes a counter-entry. Each adjustment can be undone once (then 409), as long as what it added has not been taken (409).',
    tags,
    access: admin,
    params: Type.Object({ id: id('entitlementEntry') }),
    reply: Type.Object({ adjustment }),
  }),
};
