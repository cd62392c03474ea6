import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import { bulkEdit } from '../platform/bulk-edit.ts';
import { described, entity, id, idOrNone, int, nullable, text } from '../values.ts';

const admin = roles('OrganisationAdmin');
const tags = ['Structure'] as const;

const fromSeasonId = described(
  Type.Optional(idOrNone('season')),
  'Season whose people are meant; absent or 0 for the current one or, where that is this season itself, the one before it.',
);

const wardrobe = entity('WardrobeOfOtherSeason', {
  id: int,
  name: described(text, 'Name of the wardrobe, for example `Front Desk 2026`.'),
  people: described(int, 'People who have it, among those who would be added or are in this season already.'),
  copyId: described(nullable(int), 'Its copy for this season, which those who are added get; null where there is none.'),
  copyName: described(nullable(text), 'Name of the copy, for example `Front Desk 2027`; null where there is none.'),
});

/** Who is in a season: what becomes of people when another one becomes current, and adding them to it. */
export const seasonMemberEndpoints = {
  'GET /api/organisationseasons/:id/members/preview': endpoint({
    name: 'previewSeasonMembers',
    summary: 'Preview what happens to people when a season becomes current',
    description:
      'Only people in a season have a uniform status in it. Changes nothing. For Admins of the whole organisation; 403 for others.',
    tags,
    access: admin,
    params: Type.Object({
      id: described(idOrNone('season'), 'Season that becomes current; 0 for a new one, which no one is in.'),
    }),
    query: Type.Object({ fromSeasonId }),
    reply: Type.Object({
      preview: entity('SeasonMembersPreview', {
        fromSeasonId: described(nullable(int), 'Season with which this one is compared; null where there is no other.'),
        fromSeasonName: described(nullable(text), 'Its name, for example `2025/26`; null where there is no other.'),
        people: described(int, 'People who have a uniform status in the other season.'),
        staying: described(int, 'Of these, people who are in this season too and have a status in it.'),
        missing: described(int, 'Of these, people who are not in this season and would have no status; the rest of them.'),
        leaving: described(
          int,
          'Of the missing, people whose last day of work is before this season begins. They are not added.',
        ),
        joining: described(int, 'People who have a status in this season and none in the other.'),
        wardrobes: described(
          Type.Array(wardrobe),
          'Wardrobes that are for the other season alone and grant nothing in this one, those of most people first.',
        ),
      }),
    }),
  }),

  'POST /api/organisationseasons/:id/members': endpoint({
    name: 'addPeopleToSeason',
    summary: 'Add the people of another season to a season',
    description:
      'Everyone who has a uniform status in the other season, except those who are in this one already or leave before it begins. They stay in the other season. Where a wardrobe of theirs has a copy for this season, they get the copy. A bulk edit of people: it can be followed, stopped and undone. 409 when the number is not `expected`, 422 when there is no one to add. For Admins of the whole organisation; 403 for others.',
    tags,
    access: admin,
    params: Type.Object({ id: id('season') }),
    body: Type.Object({
      fromSeasonId,
      expected: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2147483647,
          message: 'The expected number of people is not valid.',
          description: '`missing` less `leaving` of the preview. When it is another number, no one is added.',
        }),
      ),
    }),
    reply: entity({ bulkEdit }),
  }),
};
