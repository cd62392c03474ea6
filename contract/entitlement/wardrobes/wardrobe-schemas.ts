import Type from 'typebox';
import { NECESSITIES, NECESSITY } from '../../catalogue/products/necessity.ts';
import { allowedAllocationTypeIds } from '../../organisation/structure/structure-schemas.ts';
import {
  amountInput,
  bool,
  currencyCode,
  described,
  displayOrder,
  entity,
  expectedVersion,
  idOrNone,
  imageSrc,
  int,
  maybe,
  money,
  nullable,
  oneOf,
  seasonId,
  text,
  version,
} from '../../values.ts';
import { wardrobeDraft, wardrobeVersion } from './draft-schemas.ts';
import {
  BEYOND,
  beyondEntitlement,
  nameInput,
  necessityInput,
  optionalNumber,
  pictureInput,
  wardrobeGroup,
  wardrobeSuperGroup,
} from './part-schemas.ts';

const position = described(
  maybe(Type.Integer({ minimum: 0, maximum: 100_000, message: 'Position must be a whole number from 0 to 100000.' })),
  'Position in lists, ascending.',
);
const wardrobeFacts = {
  id: int,
  name: text,
  description: described(nullable(text), 'Further information; null when there is none.'),
  imageSrc,
  parentCollectionId: described(nullable(int), 'Wardrobe that this one is a cut of; null for none.'),
  organisationGroupId: described(nullable(int), 'Group that the wardrobe belongs to; null for the whole organisation.'),
  seasonId,
  displayOrder,
  version,
  canEdit: described(bool, 'Whether the caller may change the wardrobe.'),
};

/** A wardrobe in the list of the administrators. */
export const wardrobeSummary = entity('WardrobeSummary', {
  ...wardrobeFacts,
  groupCount: described(int, 'Number of groups.'),
  peopleCount: described(int, 'People who have the wardrobe and whom the caller manages.'),
});

const relatedWardrobe = entity('RelatedWardrobe', { id: int, name: text, seasonId });

/** A wardrobe with everything that administrators see and change. */
export const wardrobe = entity('Wardrobe', {
  ...wardrobeFacts,
  budgetPoints: described(nullable(int), 'Points for each wearer and season; null when no budget is set.'),
  budget: described(nullable(money), 'Money for each wearer and season, excluding tax; null when no budget is set.'),
  beyond: described(beyondEntitlement, BEYOND),
  necessity: described(nullable(oneOf(NECESSITIES, 'The reason.')), NECESSITY),
  allowedAllocationTypeIds: described(
    Type.Array(int),
    'Allocation types that wearers of it can have: 10 fixed, 20 quantity, 30 points, 40 money, 50 unlimited.',
  ),
  currencyCode,
  collectionGroups: described(Type.Array(wardrobeGroup), 'Groups of products, in order.'),
  superGroups: described(Type.Array(wardrobeSuperGroup), 'Either/ors, in order.'),
  people: described(
    entity({
      total: described(int, 'People who have the wardrobe and whom the caller manages.'),
      organisationGroups: described(
        Type.Array(
          entity({
            id: described(nullable(int), 'Group of the organisation; null for people without a group.'),
            name: described(nullable(text), 'Name of the group; null for people without a group.'),
            count: described(int, 'Number of people. Someone in two groups counts in both.'),
          }),
        ),
        'The same by group of the organisation, the largest first.',
      ),
    }),
    'Who has the wardrobe.',
  ),
  publication: described(
    nullable(
      entity('WardrobePublication', {
        version: described(int, 'Version of the wardrobe that is in use.'),
        peopleOnNew: described(int, 'People who are owed what this version says.'),
        peopleBehind: described(int, 'People who are still owed what an earlier version says.'),
        bulkEditId: described(
          nullable(int),
          'Bulk edit by which they follow, or by which the change is undone; null when there is none.',
        ),
      }),
    ),
    'How far a change of the wardrobe has been applied; null when everyone is owed what it says.',
  ),
  draft: described(nullable(wardrobeDraft), 'Changes that are not in use yet; null when there is no draft.'),
  versions: described(
    Type.Array(wardrobeVersion),
    'The latest 10 versions that are or were in use, the latest first; empty before the first change.',
  ),
  copiedFrom: described(nullable(relatedWardrobe), 'Wardrobe that this one is a copy of; null for none.'),
  copies: described(Type.Array(relatedWardrobe), 'Copies for other seasons.'),
});

const wardrobeDetails = {
  version: expectedVersion,
  name: nameInput,
  description: described(
    maybe(Type.String({ maxLength: 2000, message: 'Description must not be longer than 2000 characters.' })),
    'Further information; null for none.',
  ),
  imageSrc: pictureInput,
  parentCollectionId: described(maybe(idOrNone('collection')), 'Wardrobe that this one is a cut of; 0 or null for none.'),
  organisationGroupId: described(
    maybe(idOrNone('group')),
    'Group that the wardrobe belongs to; 0 or null for the whole organisation. Administrators of groups must name one of theirs.',
  ),
  displayOrder: position,
  allowedAllocationTypeIds,
};

/** What administrators change of a wardrobe at once: nothing of what people are owed. */
export const wardrobeChangeInput = entity('WardrobeChangeInput', wardrobeDetails);

/** What administrators enter for a new wardrobe, which no one has yet. */
export const wardrobeInput = entity('WardrobeInput', {
  ...wardrobeDetails,
  seasonId: described(maybe(idOrNone('season')), 'Season; 0 or null for none.'),
  budgetPoints: described(
    optionalNumber('Budget in points', 1_000_000),
    'Points for each wearer and season; null for no budget.',
  ),
  budget: described(
    maybe(
      amountInput({
        minimum: 0,
        maximum: 1_000_000,
        message: 'Budget must be an amount from 0 to 1,000,000.',
      }),
    ),
    'Money for each wearer and season, excluding tax, rounded to two decimals; null for no budget.',
  ),
  beyond: described(Type.Optional(beyondEntitlement), BEYOND),
  necessity: described(Type.Optional(necessityInput), NECESSITY),
});
