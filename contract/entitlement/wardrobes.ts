import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import { allowedAllocationTypeIds, usage } from '../organisation/structure.ts';
import { historyEntry } from '../platform/history.ts';
import {
  bool,
  currencyCode,
  described,
  displayOrder,
  entity,
  expectedVersion,
  id,
  idOrNone,
  imageSrc,
  int,
  listOf,
  maybe,
  money,
  nullable,
  paging,
  seasonId,
  text,
  totalCount,
  version,
} from '../values.ts';

const admin = roles('OrganisationAdmin');
const tags = ['Wardrobe administration'] as const;

/** The number of items in one request or wardrobe. */
const MAX_ITEMS = 200;

const beyondEntitlement = Type.Union([Type.Literal('block'), Type.Literal('approval'), Type.Literal('ownPayment')], {
  message: 'Choose what happens beyond the entitlement.',
});
const BEYOND =
  'What happens to orders beyond the entitlement: `block` refuses them, `approval` accepts them with a reason and has them approved, `ownPayment` lets people pay themselves. Without a payment method for people’s own payments, `ownPayment` acts as `block`.';

const name = maybe(Type.String({ maxLength: 100, message: 'Name must not be longer than 100 characters.' }));
const position = described(
  maybe(Type.Integer({ minimum: 0, maximum: 100_000, message: 'Position must be a whole number from 0 to 100000.' })),
  'Position in lists, ascending.',
);
const wholeNumber = (label: string, maximum: number, minimum = 0) =>
  maybe(Type.Integer({ minimum, maximum, message: `${label} must be a whole number from ${minimum} to ${maximum}.` }));
const pieces = (label: string) => wholeNumber(label, 999);
const picture = described(
  maybe(
    Type.String({
      maxLength: 500,
      pattern: '^(https://|/|$)',
      message: 'Picture must be an address that starts with https:// or /.',
    }),
  ),
  'Address of the picture, from `https://` or the host’s `/`; null or empty for none.',
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
const wardrobeSummary = entity({
  ...wardrobeFacts,
  groupCount: described(int, 'Number of groups.'),
  peopleCount: described(int, 'People who have the wardrobe and whom the caller manages.'),
});

const wardrobeProduct = entity({
  productId: int,
  name: text,
  imageSrc,
  colours: described(Type.Array(text), 'Names of its colours, in order.'),
  sizes: described(Type.Array(text), 'Names of its sizes, in order.'),
  allocatedQuantity: described(
    nullable(int),
    'Pieces of exactly this product under fixed allocation; null when no number is set.',
  ),
  points: described(nullable(int), 'Cost of one piece in points; null: cannot be ordered under allocation by points.'),
  price: described(nullable(money), 'Lowest price of a piece, excluding tax; null when it is on request or not on sale.'),
  priceHighest: described(nullable(money), 'Highest price of a piece where sizes cost differently; else null.'),
  isOnSale: described(bool, 'Whether the organisation’s range offers it at present.'),
});

const wardrobeGroup = entity({
  id: int,
  name: text,
  superGroupOptionId: described(nullable(int), 'Option that the group belongs to; null when everyone has it.'),
  allocatedQuantity: described(nullable(int), 'Pieces for each wearer; null when no number is set.'),
  minQuantity: described(nullable(int), 'Fewest pieces that a wearer should have; null for none.'),
  displayOrder,
  version,
  products: described(Type.Array(wardrobeProduct), 'Products of the group, in order.'),
});

const wardrobeOption = entity({
  id: int,
  name: text,
  imageSrc,
  displayOrder,
  version,
  chosenBy: described(int, 'Number of people who chose it.'),
});

const wardrobeSuperGroup = entity({
  id: int,
  name: text,
  minSelect: described(int, 'Fewest options to choose.'),
  maxSelect: described(int, 'Most options to choose.'),
  displayOrder,
  version,
  options: described(Type.Array(wardrobeOption), 'Options to choose from, in order.'),
});

const relatedWardrobe = entity({ id: int, name: text, seasonId });

/** A wardrobe with everything that administrators see and change. */
const wardrobe = entity({
  ...wardrobeFacts,
  budgetPoints: described(nullable(int), 'Points for each wearer and season; null when no budget is set.'),
  budget: described(nullable(money), 'Money for each wearer and season, excluding tax; null when no budget is set.'),
  beyond: described(beyondEntitlement, BEYOND),
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
  copiedFrom: described(nullable(relatedWardrobe), 'Wardrobe that this one is a copy of; null for none.'),
  copies: described(Type.Array(relatedWardrobe), 'Copies for other seasons.'),
});

const wardrobeInput = Type.Object({
  version: expectedVersion,
  name,
  description: described(
    maybe(Type.String({ maxLength: 2000, message: 'Description must not be longer than 2000 characters.' })),
    'Further information; null for none.',
  ),
  imageSrc: picture,
  parentCollectionId: described(maybe(idOrNone('collection')), 'Wardrobe that this one is a cut of; 0 or null for none.'),
  organisationGroupId: described(
    maybe(idOrNone('group')),
    'Group that the wardrobe belongs to; 0 or null for the whole organisation. Administrators of groups must name one of theirs.',
  ),
  seasonId: described(maybe(idOrNone('season')), 'Season; 0 or null for none.'),
  displayOrder: position,
  budgetPoints: described(wholeNumber('Budget in points', 1_000_000), 'Points for each wearer and season; null for no budget.'),
  budget: described(
    maybe(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        message: 'Budget must be an amount from 0 to 1,000,000.',
      }),
    ),
    'Money for each wearer and season, excluding tax, rounded to two decimals; null for no budget.',
  ),
  beyond: described(Type.Optional(beyondEntitlement), BEYOND),
  allowedAllocationTypeIds,
});

const groupInput = Type.Object({
  version: expectedVersion,
  name,
  superGroupOptionId: described(
    maybe(idOrNone('superGroupOption')),
    'Option of the same wardrobe that the group belongs to; 0 or null to give it to everyone.',
  ),
  allocatedQuantity: described(pieces('Pieces'), 'Pieces for each wearer; null for no number.'),
  minQuantity: described(pieces('Fewest pieces'), 'Fewest pieces that a wearer should have; null for none.'),
  products: described(
    Type.Optional(
      Type.Array(
        Type.Object({
          productId: id('product'),
          allocatedQuantity: described(
            wholeNumber('Pieces', 999, 1),
            'Pieces of exactly this product under fixed allocation; null for no number.',
          ),
          points: described(wholeNumber('Points', 100_000), 'Cost of one piece in points; null for none.'),
        }),
        { maxItems: MAX_ITEMS, message: `A group can have at most ${MAX_ITEMS} products.` },
      ),
    ),
    'All products of the group, in order; they replace the earlier ones.',
  ),
});

const select = (label: string) => wholeNumber(label, 20);
const superGroupInput = Type.Object({
  version: expectedVersion,
  name,
  minSelect: described(select('Fewest options'), 'Fewest options to choose; default 1.'),
  maxSelect: described(wholeNumber('Most options', 20, 1), 'Most options to choose; default 1.'),
});
const optionInput = Type.Object({ version: expectedVersion, name, imageSrc: picture, displayOrder: position });

const ofWardrobe = { id: id('collection') };
const ofGroup = { ...ofWardrobe, groupId: id('collectionGroup') };
const ofSuperGroup = { ...ofWardrobe, superGroupId: id('superGroup') };
const ofOption = { ...ofSuperGroup, optionId: id('superGroupOption') };

const reply = Type.Object({ wardrobe });
const KEEPS_ABSENT =
  'Absent properties stay as they are, null clears. 409 when someone else has changed the same value since `version`.';
const confirmed = Type.Object({
  confirmed: described(
    Type.Optional(bool),
    'The caller has seen how many people and ordered pieces are concerned. Without it, nothing that people have ordered from or chosen is deleted (409).',
  ),
});

/** What would happen if a part of a wardrobe were deleted. */
const partUsage = entity({
  people: described(int, 'People who have ordered from it, or chosen it.'),
  pieces: described(int, 'Pieces that have been ordered from it and not cancelled or returned. They stay ordered.'),
  refusal: described(nullable(text), 'Why it cannot be deleted; null when it can.'),
  consequence: described(nullable(text), 'What deleting it means, in sentences; null when nothing else happens.'),
});

/** Wardrobes as administrators change them: groups, products, either/ors, budgets and copies. */
export const wardrobeAdministrationEndpoints = {
  'GET /api/organisation/wardrobes': endpoint({
    summary: 'List wardrobes for administration',
    description: 'An administrator of groups sees the wardrobes of these groups and those of the whole organisation.',
    tags,
    access: admin,
    reply: listOf('wardrobes', wardrobeSummary),
  }),
  'POST /api/organisation/wardrobes': endpoint({
    summary: 'Add a wardrobe',
    tags,
    access: admin,
    root: 'wardrobe',
    body: wardrobeInput,
    reply,
  }),
  'GET /api/organisation/wardrobes/:id': endpoint({
    summary: 'Get a wardrobe with groups, either/ors and who has it',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    reply,
  }),
  'PUT /api/organisation/wardrobes/:id': endpoint({
    summary: 'Change a wardrobe',
    description: KEEPS_ABSENT,
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    root: 'wardrobe',
    body: wardrobeInput,
    reply,
  }),
  'GET /api/organisation/wardrobes/:id/usage': endpoint({
    summary: 'Get what uses a wardrobe',
    description: 'To show before deleting it.',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    reply: usage,
  }),
  'DELETE /api/organisation/wardrobes/:id': endpoint({
    summary: 'Delete a wardrobe with its groups',
    description: 'A wardrobe in use is not deleted (409).',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    reply: Type.Object({}),
  }),
  'GET /api/organisation/wardrobes/:id/history': endpoint({
    summary: 'List changes of a wardrobe',
    description: 'Including its groups and either/ors; the latest first.',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    query: Type.Object(paging),
    reply: Type.Object({ history: Type.Array(historyEntry), totalCount }),
  }),
  'POST /api/organisation/wardrobes/:id/copy': endpoint({
    summary: 'Copy a wardrobe to another season',
    description:
      'Copies the wardrobe and its cuts with groups, either/ors, products, budgets and allowed allocation types. People keep the wardrobes that they have. Each wardrobe is copied to a season once (409 with the name of the copy; `GET /api/organisation/wardrobes/{id}` lists it under `copies`).',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    body: Type.Object({
      seasonId: described(id('season', 'Select a season.'), 'Season of the copy.'),
      name: described(name, 'Name of the copy; absent or empty: its name with that of the season.'),
    }),
    reply,
  }),
  'PUT /api/organisation/wardrobes/:id/order': endpoint({
    summary: 'Reorder the groups and either/ors of a wardrobe',
    description:
      '409 when the lists do not name every group and either/or of the wardrobe, and when someone else has changed the order since `version`.',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
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
    reply,
  }),

  'POST /api/organisation/wardrobes/:id/groups': endpoint({
    summary: 'Add a group to a wardrobe',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    root: 'collectionGroup',
    body: groupInput,
    reply,
  }),
  'PUT /api/organisation/wardrobes/:id/groups/:groupId': endpoint({
    summary: 'Change a group of a wardrobe',
    description: `${KEEPS_ABSENT} A product can be in several groups.`,
    tags,
    access: admin,
    params: Type.Object(ofGroup),
    root: 'collectionGroup',
    body: groupInput,
    reply,
  }),
  'GET /api/organisation/wardrobes/:id/groups/:groupId/usage': endpoint({
    summary: 'Get what deleting a group means',
    tags,
    access: admin,
    params: Type.Object(ofGroup),
    reply: partUsage,
  }),
  'DELETE /api/organisation/wardrobes/:id/groups/:groupId': endpoint({
    summary: 'Delete a group of a wardrobe',
    tags,
    access: admin,
    params: Type.Object(ofGroup),
    query: confirmed,
    reply,
  }),

  'POST /api/organisation/wardrobes/:id/superGroups': endpoint({
    summary: 'Add an either/or to a wardrobe',
    tags,
    access: admin,
    params: Type.Object(ofWardrobe),
    root: 'superGroup',
    body: Type.Object({
      ...superGroupInput.properties,
      options: described(
        Type.Array(Type.Object({ name, imageSrc: picture }), {
          minItems: 2,
          maxItems: 20,
          message: 'An either/or needs 2 to 20 options.',
        }),
        'Its options, in order.',
      ),
    }),
    reply,
  }),
  'PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId': endpoint({
    summary: 'Change an either/or of a wardrobe',
    description: KEEPS_ABSENT,
    tags,
    access: admin,
    params: Type.Object(ofSuperGroup),
    root: 'superGroup',
    body: superGroupInput,
    reply,
  }),
  'GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/usage': endpoint({
    summary: 'Get what deleting an either/or means',
    tags,
    access: admin,
    params: Type.Object(ofSuperGroup),
    reply: partUsage,
  }),
  'DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId': endpoint({
    summary: 'Delete an either/or with its options and their groups',
    tags,
    access: admin,
    params: Type.Object(ofSuperGroup),
    query: confirmed,
    reply,
  }),
  'POST /api/organisation/wardrobes/:id/superGroups/:superGroupId/options': endpoint({
    summary: 'Add an option to an either/or',
    tags,
    access: admin,
    params: Type.Object(ofSuperGroup),
    root: 'superGroupOption',
    body: optionInput,
    reply,
  }),
  'PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId': endpoint({
    summary: 'Change an option of an either/or',
    description: KEEPS_ABSENT,
    tags,
    access: admin,
    params: Type.Object(ofOption),
    root: 'superGroupOption',
    body: optionInput,
    reply,
  }),
  'GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId/usage': endpoint({
    summary: 'Get what deleting an option means',
    tags,
    access: admin,
    params: Type.Object(ofOption),
    reply: partUsage,
  }),
  'DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId': endpoint({
    summary: 'Delete an option of an either/or with its groups',
    tags,
    access: admin,
    params: Type.Object(ofOption),
    query: confirmed,
    reply,
  }),
};
