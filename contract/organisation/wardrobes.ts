import Type, { type TSchema } from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { bool, described, displayOrder, entity, imageSrc, int, listOf, named, nullable, seasonId, text } from '../values.ts';

/** A group of a wardrobe, such as "Shirts": products, and how many pieces of them a wearer is entitled to. */
export const collectionGroup = entity('CollectionGroup', {
  id: int,
  name: text,
  superGroupOptionId: described(nullable(int), 'The group is offered only to wearers who chose this option; null for everyone.'),
  minQuantity: described(nullable(int), 'Fewest pieces to order from the group; null for no limit.'),
  allocatedQuantity: described(nullable(int), 'Pieces that a wearer is entitled to; null for no limit.'),
  usedQuantity: described(
    nullable(int),
    'Pieces reserved or shipped in the period, less returns; null where it is not computed.',
  ),
  remainingQuantity: described(nullable(int), 'Pieces that are left; null where it is not computed.'),
  productIds: described(Type.Array(int), 'Products of the group.'),
});

/** An either/or question above groups, such as trousers or skirt. */
const superGroup = entity('SuperGroup', {
  id: int,
  name: text,
  minSelect: described(int, 'Fewest options to choose.'),
  maxSelect: described(int, 'Most options to choose.'),
  options: described(Type.Array(entity({ id: int, name: text, imageSrc, displayOrder })), 'Options to choose from.'),
});

const collectionWith = <S extends TSchema>(title: string, child: S) =>
  entity(title, {
    id: int,
    name: text,
    description: described(nullable(text), 'Further information; null when there is none.'),
    imageSrc,
    organisationGroupId: described(nullable(int), 'Group that the wardrobe belongs to; null for the whole organisation.'),
    parentCollectionId: described(nullable(int), 'Wardrobe that this one is a variant of; null for none.'),
    seasonId,
    displayOrder,
    childCollections: described(Type.Array(child), 'Variants, for example one for each cut.'),
    allowedAllocationTypes: described(
      Type.Array(named),
      'Allocation types allowed: 10 fixed, 20 quantity, 30 points, 40 money, 50 unlimited.',
    ),
    collectionGroups: described(Type.Array(collectionGroup), 'Groups of products, such as shirts; empty unless asked for.'),
    superGroups: described(Type.Array(superGroup), 'Either/or questions above the groups; empty unless asked for.'),
  });

/** A wardrobe with its children and grandchildren; deeper levels are left out. */
export const collection = collectionWith(
  'Collection',
  collectionWith('CollectionVariant', collectionWith('CollectionSubvariant', named)),
);

/** Wardrobes, as everyone in the organisation sees them. */
export const wardrobeEndpoints = {
  'GET /api/organisationcollection': endpoint({
    name: 'listWardrobes',
    summary: 'List wardrobes',
    description: 'The organisation’s, or only the person’s own. Child wardrobes are nested, three levels at most.',
    tags: ['Wardrobes'],
    access: signedIn,
    query: Type.Object({
      restrictToCustomer: described(Type.Optional(bool), 'Only the person’s own wardrobes.'),
      includeCollectionGroups: described(Type.Optional(bool), 'Return groups and either/or questions as well.'),
    }),
    reply: listOf('organisationCollections', collection),
  }),
};
