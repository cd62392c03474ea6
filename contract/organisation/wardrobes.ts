import Type, { type TSchema } from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { bool, entity, id, idOrNone, int, listOf, maybe, named, nullable, text } from '../values.ts';

/** "Shirts": products, and how many pieces of them a wearer is owed. Null is "no number". What was used is told with the balance. */
const collectionGroup = entity({
  id: int,
  name: text,
  superGroupOptionId: nullable(int),
  minQuantity: nullable(int),
  allocatedQuantity: nullable(int),
  usedQuantity: nullable(int),
  remainingQuantity: nullable(int),
  productIds: Type.Array(int),
});

const superGroup = entity({
  id: int,
  name: text,
  minSelect: int,
  maxSelect: int,
  options: Type.Array(entity({ id: int, name: text, imageSrc: nullable(text), displayOrder: int })),
});

const collectionWith = <S extends TSchema>(child: S) =>
  entity({
    id: int,
    name: text,
    description: nullable(text),
    imageSrc: nullable(text),
    organisationGroupId: nullable(int),
    parentCollectionId: nullable(int),
    seasonId: nullable(int),
    displayOrder: int,
    childCollections: Type.Array(child),
    allowedAllocationTypes: Type.Array(named),
    collectionGroups: Type.Array(collectionGroup),
    superGroups: Type.Array(superGroup),
  });

/** A wardrobe with its cuts, and theirs; deeper ones are not told. */
const collection = collectionWith(collectionWith(collectionWith(named)));

const chosen = Type.Object({ superGroupOptionIds: Type.Array(int) });

export const wardrobeEndpoints = {
  'GET /api/organisationcollection': endpoint({
    summary: 'Wardrobes of the organisation, or of the person alone, with what they hold when asked for',
    tags: ['Wardrobes'],
    access: signedIn,
    query: Type.Object({ restrictToCustomer: Type.Optional(bool), includeCollectionGroups: Type.Optional(bool) }),
    reply: listOf('organisationCollections', collection),
  }),

  'GET /api/customers/getSuperGroupOptionIds': endpoint({
    summary: 'Which options of their wardrobes’ either/ors somebody has chosen: oneself, or as an Admin somebody in reach',
    tags: ['Wardrobes'],
    access: signedIn,
    query: Type.Object({ customerId: Type.Optional(idOrNone('customer')) }),
    reply: chosen,
  }),

  'POST /api/customers/saveSuperGroupOptionIds': endpoint({
    summary: 'Choose options of the either/ors; what was chosen before is replaced',
    tags: ['Wardrobes'],
    access: signedIn,
    whileImpersonating: 'allowed',
    body: Type.Object({
      customerId: maybe(idOrNone('customer')),
      superGroupOptionIds: Type.Array(id('superGroupOption'), { maxItems: 100, message: 'The chosen options are not valid.' }),
    }),
    reply: chosen,
  }),
};
