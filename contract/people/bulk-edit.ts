import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import { bulkEdit } from '../platform/bulk-edit.ts';
import { adjustmentAmount, adjustmentReason, bool, described, entity, id, idOrNone, seenOnUtc, wholeNumber } from '../values.ts';
import { invitationSummary } from './invitations.ts';
import { peopleFilters } from './list.ts';
import { moveOrdered } from './person/customer.ts';
import { entitlementPreview } from './person/entitlement-preview.ts';

/** Starting a bulk edit of people; what follows is the same for every kind of bulk edit. */

const admin = roles('OrganisationAdmin');
const tags = ['Customers'] as const;
const MAX_SELECTED_PEOPLE = 500;

const idList = (kind: 'collection' | 'group' | 'department' | 'season', message: string) =>
  Type.Optional(Type.Array(id(kind), { maxItems: 200, message }));

/** What a bulk edit of people does. */
export const peopleAction = Type.Union(
  [
    Type.Literal('invite'),
    Type.Literal('remind'),
    Type.Literal('sendOptOutLink'),
    Type.Literal('open'),
    Type.Literal('close'),
    Type.Literal('optOut'),
    Type.Literal('undoOptOut'),
    Type.Literal('wardrobes'),
    Type.Literal('allocation'),
    Type.Literal('seasons'),
    Type.Literal('move'),
    Type.Literal('adjust'),
  ],
  {
    message: 'There is no such action.',
    description:
      'Send invitations, reminders to order or opt-out links, open or close accounts, opt people out of a uniform or undo that, change wardrobes, seasons or the allocation type, move people within the organisation, or adjust what they are owed.',
  },
);

const allocationTypeId = described(
  Type.Optional(Type.Integer({ enum: [0, 10, 20, 30, 40, 50], message: 'Allocation type is not valid.' })),
  'With the actions allocation and wardrobes: 10 fixed, 20 quantity, 30 points, 40 money, 50 unlimited; 0 for none. Absent: it stays as it is.',
);

/** How lists such as wardrobes and groups are changed: replaced, added to, or reduced by the named ids. */
const way = Type.Optional(
  Type.Union([Type.Literal('replace'), Type.Literal('add'), Type.Literal('remove')], {
    message: 'Way must be replace, add or remove.',
    description: 'Whether the ids replace those that people have, or are added or removed; replace unless given.',
  }),
);

const adjustment = described(
  Type.Optional(
    entity('BulkAdjustment', {
      organisationCollectionId: described(id('collection'), 'Wardrobe.'),
      organisationCollectionGroupId: described(
        Type.Optional(idOrNone('collectionGroup')),
        'Group of the wardrobe; absent or 0 for its budget.',
      ),
      unit: Type.Union([Type.Literal('pieces'), Type.Literal('points'), Type.Literal('money')], {
        message: 'Unit must be pieces, points or money.',
        description: '`pieces` of a group; `points` or `money` of a budget. People with a budget in the other unit are left out.',
      }),
      amount: adjustmentAmount,
      reason: adjustmentReason,
    }),
  ),
  'With the action adjust: what is added to the balance that each person has there at present, or removed from it.',
);

const customerIds = Type.Optional(
  Type.Array(id('customer'), {
    maxItems: MAX_SELECTED_PEOPLE,
    message: `At most ${MAX_SELECTED_PEOPLE} people can be selected at once.`,
    description: 'The people to change.',
  }),
);
const allMatching = described(Type.Optional(bool), 'Instead of `customerIds`: everyone who matches the filters in the query.');

/** The people of a bulk edit: those with the ids, or everyone who matches the filters. */
export const bulkEditPeople = { customerIds, allMatching };

/** The fields of the actions that change what people are owed; `way` also applies to the groups of a move. */
export const entitlementFields = {
  way,
  organisationCollectionIds: described(idList('collection', 'Wardrobes are not valid.'), 'Wardrobes, with the action wardrobes.'),
  allocationTypeId,
  moveOrdered,
};

/** The calls that start a bulk edit of people, and preview its emails or adjustments. */
export const peopleBulkEditEndpoints = {
  'POST /api/customers/bulkedits': endpoint({
    name: 'bulkEditPeople',
    summary: 'Start a bulk edit of people',
    description: 'Of the people in `customerIds`, or with `allMatching` of everyone who matches the filters in the query.',
    tags,
    access: admin,
    query: Type.Object(peopleFilters),
    refusesUnknown: true,
    body: Type.Object({
      action: peopleAction,
      customerIds,
      versions: Type.Optional(
        Type.Array(wholeNumber, {
          maxItems: MAX_SELECTED_PEOPLE,
          message: 'Versions must be one for each person.',
          description: 'The loaded versions of the ids, in their order: newer changes by others are not overwritten.',
        }),
      ),
      allMatching,
      seenOnUtc,
      expected: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2147483647,
          message: 'The expected number of people is not valid.',
          description:
            'With `allMatching`: the number of people in the list. When a different number matches, nothing is changed.',
        }),
      ),
      ...entitlementFields,
      organisationSeasonIds: described(
        idList('season', 'Seasons are not valid.'),
        'Seasons, with the action seasons. Those who are added to one also get the copies that their wardrobes have for it.',
      ),
      organisationGroupIds: described(idList('group', 'Groups are not valid.'), 'Groups, with the action move.'),
      organisationResortId: described(Type.Optional(idOrNone('resort')), 'Destination, with the action move.'),
      departmentIds: described(
        idList('department', 'Departments are not valid.'),
        'Departments of the destination, with the action move.',
      ),
      organisationBusinessAreaId: described(Type.Optional(idOrNone('businessArea')), 'Business area, with the action move.'),
      costCentreId: described(
        Type.Optional(idOrNone('costCentre')),
        'Cost centre of their orders until they choose another one, with the action move; 0 for none. 422 for one that can’t be chosen today.',
      ),
      adjustment,
    }),
    reply: entity({ bulkEdit }),
  }),

  'POST /api/customers/bulkedits/preview': endpoint({
    name: 'previewPeopleBulkEdit',
    summary: 'Preview the emails or adjustments of a bulk edit of people',
    description:
      'How many people would be sent the email, or have their balance adjusted, and who would be left out and why. Changes nothing.',
    tags,
    access: admin,
    query: Type.Object(peopleFilters),
    refusesUnknown: true,
    body: Type.Object({
      action: Type.Union(
        [Type.Literal('invite'), Type.Literal('remind'), Type.Literal('sendOptOutLink'), Type.Literal('adjust')],
        { message: 'There is no such action.', description: 'An action that sends emails, or adjust.' },
      ),
      ...bulkEditPeople,
      adjustment,
    }),
    reply: invitationSummary,
  }),

  'POST /api/customers/bulkedits/entitlementpreview': endpoint({
    name: 'previewPeopleEntitlement',
    summary: 'Preview what people would be owed after a bulk edit',
    description:
      'What the actions wardrobes, allocation and undoOptOut would make of it, and who would be refused and why. Reopened accounts are owed what they were. Changes nothing.',
    tags,
    access: admin,
    query: Type.Object(peopleFilters),
    refusesUnknown: true,
    body: Type.Object({
      action: Type.Union(
        [Type.Literal('wardrobes'), Type.Literal('allocation'), Type.Literal('undoOptOut'), Type.Literal('open')],
        {
          message: 'There is no such action.',
          description: 'An action that changes what people are owed, or whether they can order it.',
        },
      ),
      ...bulkEditPeople,
      ...entitlementFields,
    }),
    reply: Type.Object({ preview: entitlementPreview }),
  }),
};
