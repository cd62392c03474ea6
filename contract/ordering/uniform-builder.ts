import Type from 'typebox';
import { combination, productAttribute, productListItem } from '../catalogue/products/product-schemas.ts';
import { endpoint, permissions, signedIn } from '../endpoint.ts';
import { reasoning } from '../entitlement/reasoning.ts';
import { organisationSeason } from '../organisation/structure/organisation.ts';
import { collection, collectionGroup } from '../organisation/wardrobes.ts';
import { specialMeasurements } from '../people/person/person.ts';
import {
  bool,
  described,
  entity,
  id,
  idOrNone,
  int,
  listOf,
  maybe,
  money,
  named,
  nullable,
  oneOf,
  success,
  text,
  wholeNumber,
} from '../values.ts';

const tags = ['Uniform builder'] as const;

/** Points may have fractions on the wire, although they are whole at present. */
const points = Type.Number();

const allocationTypeId = described(
  nullable(int),
  '10 fixed, 20 quantity, 30 points, 40 money, 50 unlimited; null when none has been set, which counts as quantity.',
);

const builderGroup = entity('BuilderGroup', {
  ...collectionGroup.properties,
  products: described(
    Type.Array(
      entity({
        productId: int,
        allocatedQuantity: described(
          nullable(int),
          'Pieces of exactly this product that the wearer is entitled to; null unless the allocation is fixed.',
        ),
        remainingQuantity: described(
          nullable(int),
          'Pieces of exactly this product that are left; null unless the allocation is fixed, and in a preview.',
        ),
      }),
    ),
    'Products of the group, in its order.',
  ),
  status: Type.Union([Type.Literal('open'), Type.Literal('unchosen')], {
    description: '`unchosen`: the group belongs to an option that the wearer has not chosen. In a preview every group is open.',
  }),
  reasoning: described(
    Type.Array(reasoning),
    'Why as many pieces are left as there are: one entry for the group, or one for each product under fixed allocation.',
  ),
});

/** The wardrobe that a wearer orders from, with what is left of the entitlement. */
const uniformBuilder = entity('UniformBuilder', {
  collection: described(
    entity({
      ...collection.properties,
      collectionGroups: described(Type.Array(builderGroup), 'Groups of products, such as shirts.'),
    }),
    'The wardrobe, with groups and either/or questions.',
  ),
  organisationCollections: described(
    Type.Array(
      entity({
        id: int,
        name: text,
        seasonName: described(nullable(text), 'Season of the wardrobe; null when it belongs to none.'),
      }),
    ),
    'All wardrobes of the wearer, to choose between.',
  ),
  season: described(
    nullable(
      entity({
        id: int,
        name: text,
        startDateUtc: organisationSeason.properties.startDateUtc,
        endDateUtc: organisationSeason.properties.endDateUtc,
        orderingOpensUtc: organisationSeason.properties.orderingOpensUtc,
        orderingClosesUtc: organisationSeason.properties.orderingClosesUtc,
      }),
    ),
    'Season in which an order counts; null where the organisation has no seasons.',
  ),
  allocationTypeId,
  isFixedAllocation: described(
    bool,
    'True for allocation type 10: products and quantities are given, only colour, size and fit are chosen.',
  ),
  superGroupOptionIds: described(Type.Array(int), 'Options of this wardrobe that the wearer has chosen; empty in a preview.'),
  pointsTotal: described(nullable(points), 'Points for the period; null unless the allocation is by points.'),
  pointsUsed: described(nullable(points), 'Points of ordered pieces; null unless the allocation is by points, and in a preview.'),
  budgetTotal: described(nullable(money), 'Money for the period, without tax; null unless the allocation is by money.'),
  budgetUsed: described(
    nullable(money),
    'Price of ordered pieces, without tax; null unless the allocation is by money, and in a preview.',
  ),
  budgetReasoning: described(
    nullable(reasoning),
    'Why as much of the budget is left as there is; null where there is no budget.',
  ),
  beyond: Type.Union([Type.Literal('block'), Type.Literal('approval'), Type.Literal('ownPayment')], {
    description:
      'What happens to pieces beyond the entitlement: they cannot be ordered; they need a reason and an approval; or the wearer pays for them.',
  }),
  specialMeasurements: described(
    nullable(specialMeasurements),
    'Measurements for garments made to measure; null when there are none, in a preview and while impersonating.',
  ),
  canOrder: described(bool, 'False when nothing can be ordered now; `notices` then say why.'),
  notices: described(
    Type.Array(text),
    'Why nothing, or not everything, can be ordered now: ordering window, opt-out, end of employment.',
  ),
});

/** A product of a group. A product of two groups is listed once for each. */
const uniformBuilderProduct = entity('BuilderProduct', {
  ...productListItem.properties,
  collectionGroupId: described(int, 'Group that lists the product.'),
  superGroupId: described(nullable(int), 'Either/or that the group belongs to; null for none.'),
  superGroupOptionId: described(nullable(int), 'Option that the group belongs to; null for none.'),
  allocatedQuantity: described(
    nullable(int),
    'Pieces that the wearer is entitled to: of the product under fixed allocation where it has a number, else of its group; null for no limit.',
  ),
  remainingQuantity: described(nullable(int), 'Pieces of these that are left; null for no limit, and in a preview.'),
  ownPayment: described(
    nullable(
      oneOf(
        ['possible', 'unavailable', 'protective', 'required'],
        '`possible`, or why not: no payment can be taken, or the employer has to provide it as protective equipment or as required at work.',
      ),
    ),
    'Whether the wearer can pay by card for more pieces than the entitlement covers; null where the wardrobe does not say so.',
  ),
  points: described(nullable(points), 'Points that a piece costs; null unless the allocation is by points.'),
  attributes: described(Type.Array(productAttribute), 'What can be chosen, such as colour and size.'),
  productAttributeCombinations: described(
    Type.Array(combination),
    'Always empty: `GET /api/product/getbuynowcombinations` with `context=builder` returns the combinations of one product.',
  ),
});

const wardrobeId = (entityNote: string) => Type.Object({ id: described(idOrNone('collection'), entityNote) });

const reading =
  'Another’s wardrobe is not found (404), except that Admins may look at every wardrobe that they can manage; that preview contains no one’s usage.';

const preview = Type.Object({
  preview: described(
    Type.Optional(bool),
    'Admins who do not impersonate get a preview, also of their own wardrobe; for anyone else it is not found (404).',
  ),
  allocationTypeId: described(
    Type.Optional(wholeNumber),
    'Allocation type to preview, ignored otherwise. 422 unless the wardrobe permits it; absent: quantity if it does, otherwise the first one that it permits.',
  ),
});

/** Options that a wearer has chosen. */
const chosen = Type.Object({ superGroupOptionIds: described(Type.Array(int), 'Options that the wearer has chosen.') });

/** The uniform builder: wearers order what they are entitled to. */
export const uniformBuilderEndpoints = {
  'PUT /api/organisation/uniformbuilder/updatecustomercollection': endpoint({
    name: 'chooseBuilderWardrobe',
    summary: 'Choose the wardrobe that the builder opens with',
    description:
      'One of the wearer’s own wardrobes. Admins do it for a person whom they manage, and may change the allocation type as well. 409 when a wearer changes the answer of an either/or from which pieces are ordered.',
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
    refusesUnknown: true,
    body: Type.Object({
      customerId: described(
        maybe(idOrNone('customer')),
        'Wearer; absent, null or 0: the caller, or the person being impersonated.',
      ),
      organisationCollectionId: described(id('collection', 'Choose a wardrobe.'), 'Wardrobe, one of the wearer’s own.'),
      allocationTypeId: described(
        maybe(wholeNumber),
        'New allocation type. It counts only from an Admin for a person whom they manage, not while impersonating; otherwise it is ignored. 422 unless wardrobe and organisation group allow it.',
      ),
      superGroupOptionIds: described(
        maybe(Type.Array(id('superGroupOption'), { maxItems: 100, message: 'The chosen options are not valid.' })),
        'Every option chosen, in all of the wearer’s wardrobes; earlier choices are replaced. Absent: they stay.',
      ),
    }),
    reply: Type.Object({
      success,
      organisationCollections: described(Type.Array(named), 'All wardrobes of the wearer.'),
      allocationTypeId,
    }),
  }),

  'GET /api/organisation/uniformbuilder/:id': endpoint({
    name: 'getUniformBuilder',
    summary: 'Get a wardrobe with what is left of the entitlement',
    description: `${reading} When nothing can be ordered now, \`notices\` say why.`,
    tags,
    access: permissions('AllowUniformBuilder'),
    params: wardrobeId('Wardrobe; 0 for the one that the wearer chose last, otherwise the first of their own.'),
    query: preview,
    reply: Type.Object({ uniformBuilder }),
  }),

  'GET /api/productorganisation/uniformBuilderProducts/:id': endpoint({
    name: 'listBuilderProducts',
    summary: 'List the products of a wardrobe',
    description: `What the open groups list: those of no option, and of the options that the wearer has chosen. In a preview every group is open. ${reading}`,
    tags,
    access: permissions('AllowUniformBuilder'),
    params: wardrobeId('Wardrobe; 0 for the one that the wearer chose last, otherwise the first of their own.'),
    query: Type.Object({
      ...preview.properties,
      includeUnchosen: described(
        Type.Optional(bool),
        'Whether also to list what groups of options list that the wearer has not chosen, to choose by. It cannot be ordered.',
      ),
    }),
    reply: listOf('products', uniformBuilderProduct),
  }),

  'GET /api/customers/getSuperGroupOptionIds': endpoint({
    name: 'getWardrobeChoices',
    summary: 'Get the options that a wearer has chosen',
    description: 'One’s own, or as an Admin those of a person whom one manages.',
    tags: ['Wardrobes'],
    access: signedIn,
    query: Type.Object({
      customerId: described(
        Type.Optional(idOrNone('customer')),
        'Wearer; absent or 0: the caller, or the person being impersonated.',
      ),
    }),
    reply: chosen,
  }),

  'POST /api/customers/saveSuperGroupOptionIds': endpoint({
    name: 'saveWardrobeChoices',
    summary: 'Choose options for a wearer',
    description: 'Replaces the earlier choice. 422 for an unknown option or more than `maxSelect` of one either/or.',
    tags: ['Wardrobes'],
    access: signedIn,
    whileImpersonating: 'allowed',
    refusesUnknown: true,
    body: Type.Object({
      customerId: described(
        maybe(idOrNone('customer')),
        'Wearer; absent, null or 0: the caller, or the person being impersonated.',
      ),
      superGroupOptionIds: described(
        Type.Array(id('superGroupOption'), { maxItems: 100, message: 'The chosen options are not valid.' }),
        'Every option chosen; earlier choices are replaced.',
      ),
    }),
    reply: chosen,
  }),
};
