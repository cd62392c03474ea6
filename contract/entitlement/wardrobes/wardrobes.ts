import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { usage } from '../../organisation/structure/structure.ts';
import { bulkEdit } from '../../platform/bulk-edit.ts';
import { historyEntry } from '../../platform/history.ts';
import { described, id, listOf, nullable, paging, totalCount } from '../../values.ts';
import { nameInput } from './part-schemas.ts';
import { wardrobe, wardrobeChangeInput, wardrobeInput, wardrobeSummary } from './wardrobe-schemas.ts';

const admin = roles('OrganisationAdmin');
const tags = ['Wardrobe administration'] as const;

const ofWardrobe = Type.Object({ id: id('collection') });

const reply = Type.Object({ wardrobe });
/** A changed wardrobe, and how its wearers follow. */
export const changedWardrobe = Type.Object({
  wardrobe,
  bulkEdit: described(
    nullable(bulkEdit),
    'How its wearers follow: what each of them is owed changes with their part of it. Null where the change concerns no one.',
  ),
});
/** Wardrobes as administrators add, describe, copy and delete them; what people are owed of them is changed in drafts. */
export const wardrobeAdministrationEndpoints = {
  'GET /api/organisation/wardrobes': endpoint({
    name: 'listAdministeredWardrobes',
    summary: 'List wardrobes for administration',
    description: 'An administrator of groups sees the wardrobes of these groups and those of the whole organisation.',
    tags,
    access: admin,
    reply: listOf('wardrobes', wardrobeSummary),
  }),
  'POST /api/organisation/wardrobes': endpoint({
    name: 'addWardrobe',
    summary: 'Add a wardrobe',
    tags,
    access: admin,
    root: 'wardrobe',
    refusesUnknown: true,
    body: wardrobeInput,
    reply,
  }),
  'GET /api/organisation/wardrobes/:id': endpoint({
    name: 'getWardrobe',
    summary: 'Get a wardrobe with groups, either/ors and who has it',
    tags,
    access: admin,
    params: ofWardrobe,
    reply,
  }),
  'PUT /api/organisation/wardrobes/:id': endpoint({
    name: 'updateWardrobe',
    summary: 'Change a wardrobe',
    description:
      'Its name, who may have it and how it is shown; nobody is owed anything else by that. Season, budgets, groups and either/ors are changed in its draft. Absent properties stay as they are, null clears. 409 when someone else has changed the same value since `version`.',
    tags,
    access: admin,
    params: ofWardrobe,
    root: 'wardrobe',
    refusesUnknown: true,
    body: wardrobeChangeInput,
    reply: changedWardrobe,
  }),
  'GET /api/organisation/wardrobes/:id/usage': endpoint({
    name: 'getWardrobeUsage',
    summary: 'Get what uses a wardrobe',
    description: 'To show before deleting it.',
    tags,
    access: admin,
    params: ofWardrobe,
    reply: usage,
  }),
  'DELETE /api/organisation/wardrobes/:id': endpoint({
    name: 'deleteWardrobe',
    summary: 'Delete a wardrobe with its groups',
    description: 'A wardrobe in use is not deleted (409).',
    tags,
    access: admin,
    params: ofWardrobe,
    reply: Type.Object({}),
  }),
  'GET /api/organisation/wardrobes/:id/history': endpoint({
    name: 'listWardrobeHistory',
    summary: 'List changes of a wardrobe',
    description: 'Including its groups and either/ors; the latest first.',
    tags,
    access: admin,
    params: ofWardrobe,
    query: Type.Object(paging),
    reply: Type.Object({ history: Type.Array(historyEntry), totalCount }),
  }),
  'POST /api/organisation/wardrobes/:id/copy': endpoint({
    name: 'copyWardrobe',
    summary: 'Copy a wardrobe to another season',
    description:
      'Copies the wardrobe and its cuts with groups, either/ors, products, budgets and allowed allocation types. People keep their wardrobes. Each wardrobe is copied to a season once (409 with the name of the copy; `GET /api/organisation/wardrobes/{id}` lists it under `copies`).',
    tags,
    access: admin,
    params: ofWardrobe,
    body: Type.Object({
      seasonId: described(id('season', 'Select a season.'), 'Season of the copy.'),
      name: described(nameInput, 'Name of the copy; absent or empty: its name with that of the season.'),
    }),
    reply,
  }),
};
