import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { usage } from '../../organisation/structure/structure.ts';
import { bulkEdit } from '../../platform/bulk-edit.ts';
import { historyEntry } from '../../platform/history.ts';
import { bool, described, expectedVersion, id, listOf, nullable, paging, totalCount } from '../../values.ts';
import { nameInput, pictureInput } from './part-schemas.ts';
import {
  groupInput,
  optionInput,
  partUsage,
  superGroupInput,
  wardrobe,
  wardrobeInput,
  wardrobeSummary,
} from './wardrobe-schemas.ts';

const admin = roles('OrganisationAdmin');
const tags = ['Wardrobe administration'] as const;

const ofWardrobe = { id: id('collection') };
const ofGroup = { ...ofWardrobe, groupId: id('collectionGroup') };
const ofSuperGroup = { ...ofWardrobe, superGroupId: id('superGroup') };
const ofOption = { ...ofSuperGroup, optionId: id('superGroupOption') };

const reply = Type.Object({ wardrobe });
/** A changed wardrobe, and how its wearers follow. */
export const changedWardrobe = Type.Object({
  wardrobe,
  bulkEdit: described(
    nullable(bulkEdit),
    'How its wearers follow: what each of them is owed changes with their part of it. Null where the change concerns no one.',
  ),
});
const KEEPS_ABSENT =
  'Absent properties stay as they are, null clears. 409 when someone else has changed the same value since `version`.';
const confirmed = Type.Object({
  confirmed: described(
    Type.Optional(bool),
    'The caller has seen how many people and ordered pieces are concerned. Without it, nothing that people have ordered from or chosen is deleted (409).',
  ),
});

/** Wardrobes as administrators change them: groups, products, either/ors, budgets and copies. */
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
    params: Type.Object(ofWardrobe),
    reply,
  }),
  'PUT /api/organisation/wardrobes/:id': endpoint({
    name: 'updateWardrobe',
    summary: 'Change a wardrobe',
    description: KEEPS_ABSENT,
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    root: 'wardrobe',
    refusesUnknown: true,
    body: wardrobeInput,
    reply: changedWardrobe,
  }),
  'GET /api/organisation/wardrobes/:id/usage': endpoint({
    name: 'getWardrobeUsage',
    summary: 'Get what uses a wardrobe',
    description: 'To show before deleting it.',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    reply: usage,
  }),
  'DELETE /api/organisation/wardrobes/:id': endpoint({
    name: 'deleteWardrobe',
    summary: 'Delete a wardrobe with its groups',
    description: 'A wardrobe in use is not deleted (409).',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    reply: Type.Object({}),
  }),
  'GET /api/organisation/wardrobes/:id/history': endpoint({
    name: 'listWardrobeHistory',
    summary: 'List changes of a wardrobe',
    description: 'Including its groups and either/ors; the latest first.',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
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
    params: Type.Object(ofWardrobe),
    body: Type.Object({
      seasonId: described(id('season', 'Select a season.'), 'Season of the copy.'),
      name: described(nameInput, 'Name of the copy; absent or empty: its name with that of the season.'),
    }),
    reply,
  }),
  'PUT /api/organisation/wardrobes/:id/order': endpoint({
    name: 'reorderWardrobe',
    summary: 'Reorder the groups and either/ors of a wardrobe',
    description:
      '409 when the lists do not name every group and either/or of the wardrobe, and when someone else has changed the order since `version`.',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    refusesUnknown: true,
    body: Type.Object({
      version: expectedVersion,
      collectionGroupIds: described(
        Type.Array(id('collectionGroup'), { maxItems: 1000, message: 'The order is not valid.' }),
        'All groups of the wardrobe in their new order.',
      ),
      superGroupIds: described(
        Type.Array(id('superGroup'), { maxItems: 1000, message: 'The order is not valid.' }),
        'All either/ors of the wardrobe in their new order.',
      ),
    }),
    reply: changedWardrobe,
  }),

  'POST /api/organisation/wardrobes/:id/groups': endpoint({
    name: 'addWardrobeGroup',
    summary: 'Add a group to a wardrobe',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    root: 'collectionGroup',
    refusesUnknown: true,
    body: groupInput,
    reply: changedWardrobe,
  }),
  'PUT /api/organisation/wardrobes/:id/groups/:groupId': endpoint({
    name: 'updateWardrobeGroup',
    summary: 'Change a group of a wardrobe',
    description: `${KEEPS_ABSENT} A product can be in several groups.`,
    tags,
    access: admin,
    params: Type.Object(ofGroup),
    root: 'collectionGroup',
    refusesUnknown: true,
    body: groupInput,
    reply: changedWardrobe,
  }),
  'GET /api/organisation/wardrobes/:id/groups/:groupId/usage': endpoint({
    name: 'getWardrobeGroupUsage',
    summary: 'Get what deleting a group means',
    tags,
    access: admin,
    params: Type.Object(ofGroup),
    reply: partUsage,
  }),
  'DELETE /api/organisation/wardrobes/:id/groups/:groupId': endpoint({
    name: 'deleteWardrobeGroup',
    summary: 'Delete a group of a wardrobe',
    tags,
    access: admin,
    params: Type.Object(ofGroup),
    query: confirmed,
    reply: changedWardrobe,
  }),

  'POST /api/organisation/wardrobes/:id/superGroups': endpoint({
    name: 'addEitherOr',
    summary: 'Add an either/or to a wardrobe',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    root: 'superGroup',
    refusesUnknown: true,
    body: Type.Object({
      ...superGroupInput.properties,
      options: described(
        Type.Array(Type.Object({ name: nameInput, imageSrc: pictureInput }), {
          minItems: 2,
          maxItems: 20,
          message: 'An either/or needs 2 to 20 options.',
        }),
        'Its options, in order.',
      ),
    }),
    reply: changedWardrobe,
  }),
  'PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId': endpoint({
    name: 'updateEitherOr',
    summary: 'Change an either/or of a wardrobe',
    description: KEEPS_ABSENT,
    tags,
    access: admin,
    params: Type.Object(ofSuperGroup),
    root: 'superGroup',
    body: superGroupInput,
    reply: changedWardrobe,
  }),
  'GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/usage': endpoint({
    name: 'getEitherOrUsage',
    summary: 'Get what deleting an either/or means',
    tags,
    access: admin,
    params: Type.Object(ofSuperGroup),
    reply: partUsage,
  }),
  'DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId': endpoint({
    name: 'deleteEitherOr',
    summary: 'Delete an either/or with its options and their groups',
    tags,
    access: admin,
    params: Type.Object(ofSuperGroup),
    query: confirmed,
    reply: changedWardrobe,
  }),
  'POST /api/organisation/wardrobes/:id/superGroups/:superGroupId/options': endpoint({
    name: 'addEitherOrOption',
    summary: 'Add an option to an either/or',
    tags,
    access: admin,
    params: Type.Object(ofSuperGroup),
    root: 'superGroupOption',
    body: optionInput,
    reply: changedWardrobe,
  }),
  'PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId': endpoint({
    name: 'updateEitherOrOption',
    summary: 'Change an option of an either/or',
    description: KEEPS_ABSENT,
    tags,
    access: admin,
    params: Type.Object(ofOption),
    root: 'superGroupOption',
    body: optionInput,
    reply: changedWardrobe,
  }),
  'GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId/usage': endpoint({
    name: 'getEitherOrOptionUsage',
    summary: 'Get what deleting an option means',
    tags,
    access: admin,
    params: Type.Object(ofOption),
    reply: partUsage,
  }),
  'DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId': endpoint({
    name: 'deleteEitherOrOption',
    summary: 'Delete an option of an either/or with its groups',
    tags,
    access: admin,
    params: Type.Object(ofOption),
    query: confirmed,
    reply: changedWardrobe,
  }),
};
