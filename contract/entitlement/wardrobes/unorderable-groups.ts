import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { described, entity, idOrNone, int, listOf, text } from '../../values.ts';

/** A group in which some of its wearers can order nothing. */
const unorderableGroup = entity('UnorderableGroup', {
  collectionId: described(int, 'Wardrobe that the group belongs to.'),
  collectionGroupId: described(int, 'The group.'),
  name: text,
  reason: Type.Union(
    [Type.Literal('empty'), Type.Literal('notSold'), Type.Literal('roles'), Type.Literal('points'), Type.Literal('unavailable')],
    {
      description:
        'Why: `empty`, it lists no products; `notSold`, none of them is published in the range and still sold by the supplier; `roles`, the others are limited to roles that these people do not have; `points`, the others have no points, which allocation by points needs; `unavailable`, the others are discontinued, out of stock without backorder, not for sale, or have their price on request.',
    },
  ),
  people: described(
    Type.Array(entity({ id: int, name: text })),
    'The people to whom the group is open and this applies: the first 50 by last name.',
  ),
  peopleCount: described(int, 'Number of these people; 0 when the group contains nothing for anyone and is open to no one.'),
});

/** What administrators should know about wardrobes from which people cannot order. */
export const unorderableGroupEndpoints = {
  'GET /api/organisation/unorderablegroups': endpoint({
    name: 'listUnorderableGroups',
    summary: 'List groups of wardrobes in which people can order nothing',
    description:
      'Once for each reason. An administrator of groups gets the wardrobes that they see and the people whom they manage. People who have left, opted out or may not log in are not counted.',
    tags: ['Wardrobe administration'],
    access: roles('OrganisationAdmin'),
    query: Type.Object({
      collectionId: described(Type.Optional(idOrNone('collection')), 'Only groups of this wardrobe; 0 for all wardrobes.'),
    }),
    reply: listOf('unorderableGroups', unorderableGroup),
  }),
};
