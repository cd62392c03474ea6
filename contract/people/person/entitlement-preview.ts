import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { ACCOUNT_KINDS, ENTITLEMENT_UNITS } from '../../entitlement/accounts.ts';
import { described, entity, id, int, nullable, oneOf, text } from '../../values.ts';
import { customerInput, moveOrdered } from './customer.ts';

/** What people would be owed after a change, before it is saved. */

const admin = roles('OrganisationAdmin');
const tags = ['Customers'] as const;
const amount = Type.Number();

const owed = nullable(entity({ amount: described(nullable(amount), 'Pieces, points or money; null without a limit.') }));

const row = entity('EntitlementPreviewRow', {
  kind: oneOf(ACCOUNT_KINDS, '`group`: pieces of a group; `product`: pieces of one product; `budget`: points or money.'),
  label: described(text, 'Name of the group or product; of the wardrobe for a budget.'),
  unit: oneOf(ENTITLEMENT_UNITS, 'What is counted; money in the organisation’s currency, excluding tax.'),
  before: described(owed, 'What is owed to each person now; null for nothing of this kind.'),
  after: described(owed, 'What would be owed to each person; null for nothing of this kind.'),
  reserved: described(amount, 'Ordered and not sent yet, of all these people together. It stays.'),
  used: described(amount, 'Sent, less what was sent back, of all these people together. It stays.'),
});

const collectionName = described(text, 'Name of the wardrobe.');

/** What a change would make of people's entitlement. */
export const entitlementPreview = entity('EntitlementPreview', {
  people: described(int, 'Number of people to change.'),
  previewed: described(int, 'Number of people whom the preview takes into account: at most 5,000.'),
  affected: described(int, 'Number of people who would be owed something else.'),
  changes: described(
    Type.Array(
      entity({
        organisationCollectionId: described(int, 'Wardrobe.'),
        collectionName,
        seasonName: described(nullable(text), 'Name of the season; null in an organisation without seasons.'),
        people: described(int, 'Number of people for whom the change is the same.'),
        rows: described(Type.Array(row), 'The budget first, then groups and products in the order of the wardrobe.'),
      }),
    ),
    'Changes of wardrobes, each for the people for whom it is the same; the fifty most frequent.',
  ),
  moreChanges: described(int, 'Number of other changes.'),
  corrections: described(
    Type.Array(
      entity('CutCorrection', {
        fromName: described(text, 'Name of the cut that is replaced, for example `Front of house – women`.'),
        toName: described(text, 'Name of the cut that replaces it, for example `Front of house – men`.'),
        people: described(int, 'Number of people of whom it is corrected and who have ordered in the earlier one.'),
        movable: described(int, 'Pieces ordered in groups that the other cut has by the same name: `moveOrdered` moves them.'),
        staying: described(int, 'Pieces ordered in other groups. They stay where they are.'),
        stayingGroups: described(Type.Array(described(text, 'For example `Skirts`.')), 'Names of those groups.'),
      }),
    ),
    'Cuts of which another one comes in their place, and in which something was ordered.',
  ),
  excesses: described(
    Type.Array(
      entity({
        customerId: described(int, 'Person.'),
        customerName: described(text, 'Name of the person.'),
        collectionName,
        label: row.properties.label,
        unit: row.properties.unit,
        taken: described(amount, 'Ordered or sent.'),
        owed: described(amount, 'What would be owed.'),
      }),
    ),
    'The first hundred cases in which someone has ordered more than would be owed.',
  ),
  moreExcesses: described(int, 'Number of other cases.'),
  refusals: described(
    Type.Array(entity({ reason: described(text, 'Why the change is refused.'), count: described(int, 'Number of people.') })),
    'People whom the change would leave as they are, grouped by reason.',
  ),
});

const { organisationGroupIds, organisationSeasons, organisationCollections, allocationTypeId } = customerInput.properties;

/** What a person would be owed after a change of their wardrobes, seasons, groups or allocation type. */
export const entitlementPreviewEndpoints = {
  'POST /api/customers/:id/entitlementpreview': endpoint({
    name: 'previewPersonEntitlement',
    summary: 'Preview what a person would be owed',
    description:
      'What a change of their wardrobes, seasons, groups or allocation type would make of it. Changes nothing. 422 as the change.',
    tags,
    access: admin,
    params: Type.Object({ id: id('customer') }),
    refusesUnknown: true,
    body: Type.Object({ organisationGroupIds, organisationSeasons, organisationCollections, allocationTypeId, moveOrdered }),
    reply: Type.Object({ preview: entitlementPreview }),
  }),
};
