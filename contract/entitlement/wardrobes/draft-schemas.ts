import Type from 'typebox';
import { NECESSITIES, NECESSITY } from '../../catalogue/products/necessity.ts';
import {
  amountInput,
  bool,
  dateTime,
  described,
  type EntityName,
  entity,
  idOrNone,
  int,
  money,
  named,
  nullable,
  oneOf,
  seasonId,
  text,
} from '../../values.ts';
import {
  BEYOND,
  beyondEntitlement,
  groupFacts,
  groupProductInput,
  MAX_ITEMS,
  necessityInput,
  optionFacts,
  pictureInput,
  pieces,
  requiredName,
  superGroupFacts,
} from './part-schemas.ts';

/** The most either/ors of a wardrobe. */
export const MAX_SUPER_GROUPS = 50;
/** The most options of an either/or. */
export const MAX_OPTIONS = 20;

const anyPart = (entityName: EntityName) =>
  Type.Integer({ minimum: -1_000_000, maximum: 2147483647, entity: entityName, message: 'This id is not valid.' });
const partId = (entityName: EntityName) =>
  described(
    anyPart(entityName),
    'Its id; a negative number of your own, different from all others here, for a new one. Publishing gives it an id.',
  );
const optionalOption = described(
  nullable(anyPart('superGroupOption')),
  'Option to which the group belongs, by its id here; null when everyone has it.',
);

/** What a wardrobe is to contain, as administrators send it: all of it, in order. */
export const wardrobeContentsInput = entity('WardrobeContentsInput', {
  seasonId: described(nullable(idOrNone('season')), 'Season; 0 or null for none.'),
  budgetPoints: described(
    nullable(
      Type.Integer({ minimum: 0, maximum: 1_000_000, message: 'Budget in points must be a whole number from 0 to 1000000.' }),
    ),
    'Points for each wearer and season; null for no budget.',
  ),
  budget: described(
    nullable(amountInput({ minimum: 0, maximum: 1_000_000, message: 'Budget must be an amount from 0 to 1,000,000.' })),
    'Money for each wearer and season, excluding tax, rounded to two decimals; null for no budget.',
  ),
  beyond: described(beyondEntitlement, BEYOND),
  necessity: described(Type.Optional(necessityInput), NECESSITY),
  superGroups: described(
    Type.Array(
      Type.Object({
        id: partId('superGroup'),
        name: requiredName,
        minSelect: described(
          Type.Integer({ minimum: 0, maximum: 20, message: 'Minimum options must be a whole number from 0 to 20.' }),
          'Fewest options to choose.',
        ),
        maxSelect: described(
          Type.Integer({ minimum: 1, maximum: 20, message: 'Maximum options must be a whole number from 1 to 20.' }),
          'Most options to choose.',
        ),
        options: described(
          Type.Array(Type.Object({ id: partId('superGroupOption'), name: requiredName, imageSrc: pictureInput }), {
            minItems: 1,
            maxItems: MAX_OPTIONS,
            message: `An either/or needs 1 to ${MAX_OPTIONS} options.`,
          }),
          'Options to choose from, in order. A new either/or needs two.',
        ),
      }),
      { maxItems: MAX_SUPER_GROUPS, message: `A wardrobe can have at most ${MAX_SUPER_GROUPS} either/ors.` },
    ),
    'Either/ors, in order.',
  ),
  collectionGroups: described(
    Type.Array(
      Type.Object({
        id: partId('collectionGroup'),
        name: requiredName,
        superGroupOptionId: optionalOption,
        allocatedQuantity: described(pieces('Pieces'), 'Pieces for each wearer; null for no number.'),
        minQuantity: described(pieces('Minimum pieces'), 'Fewest pieces that a wearer should have; null for none.'),
        products: described(
          Type.Array(groupProductInput, { maxItems: MAX_ITEMS, message: `A group can have at most ${MAX_ITEMS} products.` }),
          'Products of the group, in order.',
        ),
      }),
      { maxItems: MAX_ITEMS, message: `A wardrobe can have at most ${MAX_ITEMS} groups.` },
    ),
    'Groups of products, in order.',
  ),
});

/** What a wardrobe is to contain, with names, pictures and prices of its products. */
const wardrobeContents = entity('WardrobeContents', {
  seasonId,
  budgetPoints: described(nullable(int), 'Points for each wearer and season; null when no budget is set.'),
  budget: described(nullable(money), 'Money for each wearer and season, excluding tax; null when no budget is set.'),
  beyond: described(beyondEntitlement, BEYOND),
  necessity: described(nullable(oneOf(NECESSITIES, 'The reason.')), NECESSITY),
  superGroups: described(
    Type.Array(entity({ ...superGroupFacts, options: described(Type.Array(entity(optionFacts)), 'Options, in order.') })),
    'Either/ors, in order. New ones, and new options, have negative ids.',
  ),
  collectionGroups: described(
    Type.Array(entity(groupFacts)),
    'Groups of products, in order. New ones have negative ids. Products that have left the range are left out.',
  ),
});

/** Changes of a wardrobe that are not in use yet. */
export const wardrobeDraft = entity('WardrobeDraft', {
  revision: described(int, 'Counts how often the draft was saved. Send it back when you save, publish or discard it.'),
  basedOn: described(int, 'Version of the wardrobe that was in use when the draft was begun.'),
  begunBy: described(named, 'Who began it.'),
  begunAtUtc: dateTime,
  savedBy: described(named, 'Who saved it last.'),
  savedAtUtc: dateTime,
  contents: described(wardrobeContents, 'What the wardrobe will contain when the draft is published.'),
  changes: described(
    Type.Array(described(text, 'A difference, for example `Shirts: 6 instead of 4 pieces`.')),
    'How it differs from the version in use, in sentences.',
  ),
});

/** A version of a wardrobe that is or was in use. */
export const wardrobeVersion = entity('WardrobeVersion', {
  version: described(int, 'Number of the version; numbers of undone ones are not given out again.'),
  publishedAtUtc: described(nullable(dateTime), 'When it was published; null: before versions were kept.'),
  by: described(
    nullable(text),
    'Name of the person who published it; null for the supplier, the portal itself, or an unknown person.',
  ),
  people: described(int, 'People who are owed what it says.'),
  isInUse: described(bool, 'Whether it is the version in use.'),
  bulkEditId: described(nullable(int), 'Bulk edit by which its wearers followed it, to undo it; null when there is none.'),
});

const affected = (what: string) =>
  described(
    entity('WardrobeEffect', {
      people: described(int, 'Number of people.'),
      pieces: described(int, 'Pieces.'),
      points: described(int, 'Points.'),
      amountLow: described(
        money,
        'What these pieces cost at today’s prices, excluding tax, if everyone takes the cheapest, and budgets in money. Products without a price do not count.',
      ),
      amountHigh: described(money, 'The same if everyone takes the dearest.'),
      examples: described(Type.Array(named), 'The first 10 of them by last name, of the people whom the caller manages.'),
    }),
    what,
  );

/** What publishing a draft would mean for the people who have the wardrobe. */
export const draftPreview = entity('WardrobeDraftPreview', {
  revision: described(int, 'Of the draft.'),
  version: described(int, 'Version in use with which it is compared.'),
  nextVersion: described(int, 'Version that publishing would make.'),
  people: described(int, 'People who have the wardrobe.'),
  gain: affected('Who will be owed more, and how much more. Someone who gains one thing and loses another is counted in both.'),
  lose: affected('Who will be owed less, and how much less.'),
  over: affected('Who will have ordered more than they are owed, and how much more. What they have ordered stays.'),
  groups: described(
    Type.Array(
      entity({
        id: described(nullable(int), 'Group, by its id in the draft; null for the budget.'),
        name: described(text, 'Name of the group, for example `Shirts`, or of the wardrobe for its budget.'),
        before: described(nullable(int), 'Pieces for each wearer in the version in use; null for no number, or a new group.'),
        after: described(nullable(int), 'Pieces for each wearer in the draft; null for no number, or a deleted group.'),
        people: described(int, 'People who will be owed another number of it.'),
        ordered: described(
          entity({
            people: described(int, 'People who ordered it.'),
            pieces: described(int, 'Pieces that stay ordered; 0 for the budget.'),
          }),
          'What has been ordered from it and not returned.',
        ),
        isRemoved: described(bool, 'Whether publishing deletes it.'),
      }),
    ),
    'Groups of which someone will be owed something else, in order; deleted ones last.',
  ),
  removedChoices: described(
    Type.Array(
      entity({
        name: described(text, 'Name of the option, for example `Skirt`.'),
        people: described(int, 'People who have chosen it.'),
      }),
    ),
    'Options that publishing deletes, and how many people have chosen them.',
  ),
  changes: described(
    Type.Array(described(text, 'A difference, for example `Shirts: 6 instead of 4 pieces`.')),
    'How the draft differs from the version in use, in sentences.',
  ),
});

/** A version of a wardrobe that the caller has seen. */
export const seenVersion = Type.Integer({ minimum: 1, maximum: 2147483647, message: 'Version is not valid.' });
const seenPeople = Type.Integer({ minimum: 0, maximum: 2147483647, message: 'Number of people is not valid.' });
/** What the person who publishes has seen of the preview. */
export const seenPreview = entity('SeenWardrobePreview', {
  version: described(seenVersion, '`version` of the preview.'),
  gain: described(seenPeople, 'People who gain.'),
  lose: described(seenPeople, 'People who lose.'),
  over: described(seenPeople, 'People who will have ordered more than they are owed.'),
});

/** The draft that the caller has seen. */
export const seenRevision = described(
  Type.Integer({ minimum: 1, maximum: 2147483647, message: 'Revision is not valid.' }),
  '`revision` of the draft that you have seen.',
);
