import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import { bool, dateTime, entity, id, idOrNone, int, listOf, nullable, seenOnUtc, text } from '../values.ts';
import { peopleFilters } from './people.ts';

/** Changes of many people at once, and taking them back. */

const admin = roles('OrganisationAdmin');
const tags = ['Customers'] as const;
const MAX_SELECTED_PEOPLE = 500;

const ids = (kind: 'collection' | 'group' | 'department', message: string) =>
  Type.Optional(Type.Array(id(kind), { maxItems: 200, message }));

export const peopleAction = Type.Union(
  [Type.Literal('invite'), Type.Literal('open'), Type.Literal('close'), Type.Literal('wardrobes'), Type.Literal('move')],
  { message: 'There is no such action.' },
);

/** How a list is changed: replaced, or what is named added to it or taken out of it. */
const way = Type.Optional(
  Type.Union([Type.Literal('replace'), Type.Literal('add'), Type.Literal('remove')], {
    message: 'Lists can be replaced, added to, or taken from.',
  }),
);

const peopleChange = entity({
  id: int,
  /** One of the actions, or `undo`. */
  action: text,
  /** The change in a few words: "Wardrobes of 12 people". */
  words: text,
  createdOnUtc: dateTime,
  by: text,
  total: int,
  changed: int,
  /** Had it already. */
  unchanged: int,
  refused: int,
  /** False while a job is still at it. */
  isFinished: bool,
  /** The job was given up before it came to an end; it can be gone on with. */
  isStopped: bool,
  canBeUndone: bool,
  /** The change that took this one back. */
  undoneById: nullable(int),
  /** Why something was not done, the first twenty people of each reason. */
  refusals: Type.Array(entity({ msg: text, count: int, people: Type.Array(entity({ id: int, name: text })) })),
  /** Who was left alone because somebody changed them meanwhile, with the version of now: as many as can be named in a change. */
  overtaken: Type.Array(entity({ id: int, version: int })),
});

export const peopleBulkEditEndpoints = {
  'POST /api/customers/changes': endpoint({
    summary: 'Change many people: those who are named, or everybody whom the filters of the list leave',
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
      /** Of the ids, in their order, the versions that were looked at: what somebody else has changed since is not overwritten. */
      versions: Type.Optional(
        Type.Array(int, { maxItems: MAX_SELECTED_PEOPLE, message: 'Versions must be one for each person.' }),
      ),
      everybody: Type.Optional(bool),
      /** With `everybody`: `seenOnUtc` of the list that was looked at. Whoever was changed since is left alone. */
      seenOnUtc,
      /** With `everybody`: how many people the sender was shown. When they are others by now, nothing is done. */
      expected: Type.Optional(Type.Integer({ minimum: 0, message: 'The expected number of people is not valid.' })),
      way,
      organisationCollectionIds: ids('collection', 'Wardrobes are not valid.'),
      organisationGroupIds: ids('group', 'Groups are not valid.'),
      organisationResortId: Type.Optional(idOrNone('resort')),
      departmentIds: ids('department', 'Departments are not valid.'),
      organisationBusinessAreaId: Type.Optional(idOrNone('businessArea')),
    }),
    reply: entity({ peopleChange }),
  }),

  'GET /api/customers/changes': endpoint({
    summary: 'The latest changes of many people, the newest first',
    tags,
    access: admin,
    reply: listOf('peopleChanges', peopleChange),
  }),

  'GET /api/customers/changes/:id': endpoint({
    summary: 'How far a change of many people is, and what was refused',
    tags,
    access: admin,
    params: Type.Object({ id: id('peopleChange') }),
    reply: entity({ peopleChange }),
  }),

  'POST /api/customers/changes/:id/continue': endpoint({
    summary: 'Go on with a change whose job was given up',
    tags,
    access: admin,
    params: Type.Object({ id: id('peopleChange') }),
    reply: entity({ peopleChange }),
  }),

  'POST /api/customers/changes/:id/undo': endpoint({
    summary: 'Give everybody back what they had before, where nobody has changed it since',
    tags,
    access: admin,
    params: Type.Object({ id: id('peopleChange') }),
    reply: entity({ peopleChange }),
  }),
};
