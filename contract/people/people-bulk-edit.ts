import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import { bulkEdit } from '../platform/bulk-edit.ts';
import { bool, entity, id, idOrNone, int, seenOnUtc } from '../values.ts';
import { peopleFilters } from './people.ts';

/** Starting a bulk edit of people; what follows is the same for every kind of bulk edit. */

const admin = roles('OrganisationAdmin');
const tags = ['Customers'] as const;
const MAX_SELECTED_PEOPLE = 500;

const ids = (kind: 'collection' | 'group' | 'department', message: string) =>
  Type.Optional(Type.Array(id(kind), { maxItems: 200, message }));

export const peopleAction = Type.Union(
  [Type.Literal('invite'), Type.Literal('open'), Type.Literal('close'), Type.Literal('wardrobes'), Type.Literal('move')],
  { message: 'There is no such action.' },
);

/** How lists such as wardrobes and groups are changed: replaced, added to, or reduced by the named ids. */
const way = Type.Optional(
  Type.Union([Type.Literal('replace'), Type.Literal('add'), Type.Literal('remove')], {
    message: 'Way must be replace, add or remove.',
  }),
);

export const peopleBulkEditEndpoints = {
  'POST /api/customers/bulkedits': endpoint({
    summary: 'Start a bulk edit of people: of those named, or of everyone who matches the filters of the list',
    tags,
    access: admin,
    query: Type.Object(peopleFilters),
    body: Type.Object({
      action: peopleAction,
      customerIds: Type.Optional(
        Type.Array(id('customer'), {
          maxItems: MAX_SELECTED_PEOPLE,
          message: `At most ${MAX_SELECTED_PEOPLE} people can be named at once.`,
        }),
      ),
      /** The loaded versions of the ids, in their order: what someone else has changed since is not overwritten. */
      versions: Type.Optional(
        Type.Array(int, { maxItems: MAX_SELECTED_PEOPLE, message: 'Versions must be one for each person.' }),
      ),
      everybody: Type.Optional(bool),
      /** With `everybody`: `seenOnUtc` of the loaded list. People who were changed since are left alone. */
      seenOnUtc,
      /** With `everybody`: how many people the list showed. Where their number differs by now, nothing is changed. */
      expected: Type.Optional(Type.Integer({ minimum: 0, message: 'The expected number of people is not valid.' })),
      way,
      organisationCollectionIds: ids('collection', 'Wardrobes are not valid.'),
      organisationGroupIds: ids('group', 'Groups are not valid.'),
      organisationResortId: Type.Optional(idOrNone('resort')),
      departmentIds: ids('department', 'Departments are not valid.'),
      organisationBusinessAreaId: Type.Optional(idOrNone('businessArea')),
    }),
    reply: entity({ bulkEdit }),
  }),
};
