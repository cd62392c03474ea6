import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { described, entity, expectedVersion, id, int, maybe, nullable, text, version } from '../../values.ts';

const tags = ['Categories'] as const;

/** How deep the tree of categories can be. */
export const MAX_CATEGORY_LEVELS = 8;

const keptCategory = entity('KeptCategory', {
  id: int,
  name: described(text, 'Name of the category, for example `Trousers`.'),
  formattedName: described(text, 'Full path, joined by ` >> `, for example `Workwear >> Trousers`.'),
  parentId: described(nullable(int), 'The category above; null at the top.'),
  level: described(int, 'Depth in the tree; 0 at the top.'),
  position: described(int, 'Its place among the categories beside it, counted from 0.'),
  products: described(int, 'Number of products in the category itself that the caller sees.'),
  productsWithBelow: described(int, 'Number of products in it and in the categories below it that the caller sees.'),
  unspsc: described(nullable(text), 'Its own UNSPSC code, for example `53102700`; null for that of the category above.'),
  inheritedUnspsc: described(
    nullable(text),
    'UNSPSC code of the nearest category above that has one, for example `53100000`; null when none has.',
  ),
  version,
  refusal: described(
    nullable(text),
    'Why the caller cannot change it, as a sentence; null when their brands do not stand in the way.',
  ),
});

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  message: 'Please enter a name of at most 100 characters.',
  description: 'Name of the category, for example `Trousers`. Categories beside each other have different names.',
});
const unspsc = described(
  maybe(Type.String({ pattern: '^[0-9]{8}$', message: 'A UNSPSC code has 8 digits.' })),
  'UNSPSC code of its products, for example `53102700`; null for that of the category above.',
);
const parentId = described(maybe(id('category')), 'The category above; null for the top.');
const params = Type.Object({ id: id('category') });
const REFUSALS =
  '403 `category` when organisations of other brands have products of it, or of a category below it, in their range; 409 `category` when someone else has changed the same.';

/** The tree of categories, as the supplier keeps it. */
export const operatorCategoryEndpoints = {
  'GET /api/operator/categories': endpoint({
    name: 'listKeptCategories',
    summary: 'List the categories of the catalogue',
    description:
      'The tree as a flat list: each category is directly followed by those below it. Categories whose products the caller does not see are left out.',
    tags,
    access: operator('catalogue:read'),
    reply: entity({ categories: described(Type.Array(keptCategory), 'Every category, in the order of the tree.') }),
  }),

  'POST /api/operator/categories': endpoint({
    name: 'addCategory',
    summary: 'Add a category',
    description:
      'As the last one below `parentId`. Customers see it as soon as it has a product that they can see. 422 `name` for a name that a category beside it has. Send an `Idempotency-Key`: with the same key it is added once.',
    tags,
    access: operator('catalogue:write'),
    refusesUnknown: true,
    body: Type.Object({ name, parentId, unspsc }),
    reply: entity({ category: keptCategory }),
  }),

  'PUT /api/operator/categories/:id': endpoint({
    name: 'updateCategory',
    summary: 'Rename a category, or change its UNSPSC code',
    description: `What is absent stays as it is. Customers see the change at once. ${REFUSALS} 422 \`name\` for a name that a category beside it has.`,
    tags,
    access: operator('catalogue:write'),
    params,
    refusesUnknown: true,
    body: Type.Object({ name: Type.Optional(name), unspsc, version: expectedVersion }),
    reply: entity({ category: keptCategory }),
  }),

  'PUT /api/operator/categories/:id/place': endpoint({
    name: 'moveCategory',
    summary: 'Move a category within the tree',
    description: `With everything below it. ${REFUSALS} 422 \`parentId\` for a place below itself, or deeper than ${MAX_CATEGORY_LEVELS} levels.`,
    tags,
    access: operator('catalogue:write'),
    params,
    refusesUnknown: true,
    body: Type.Object({
      parentId: described(nullable(id('category')), 'The category above; null for the top.'),
      position: described(
        Type.Integer({ minimum: 0, maximum: 100_000, message: 'The position must be a whole number from 0.' }),
        'Its place among the categories beside it that the caller sees, counted from 0; beyond the last one: the last.',
      ),
      version: expectedVersion,
    }),
    reply: entity({ category: keptCategory }),
  }),

  'GET /api/operator/categories/:id/merge': endpoint({
    name: 'previewMerge',
    summary: 'Count what merging a category into another one would move',
    tags,
    access: operator('catalogue:read'),
    params,
    query: Type.Object({ intoId: described(id('category'), 'The category that stays.') }),
    reply: entity('CategoryMerge', {
      products: described(int, 'Number of products that get the other category, of all clients.'),
      alreadyThere: described(int, 'Number of products that are in both categories.'),
      children: described(int, 'Number of categories directly below it, which move with everything below them.'),
      problem: described(nullable(text), 'Why they cannot be merged, as a sentence; null when they can.'),
    }),
  }),

  'POST /api/operator/categories/:id/merge': endpoint({
    name: 'mergeCategories',
    summary: 'Merge a category into another one',
    description: `Its products and the categories below it go to the other one, and it is deleted. ${REFUSALS} 422 \`intoId\` for itself, for a category below it, and where both have a category of one name. Send an \`Idempotency-Key\`.`,
    tags,
    access: operator('catalogue:write'),
    params,
    refusesUnknown: true,
    body: Type.Object({ intoId: described(id('category'), 'The category that stays.'), version: expectedVersion }),
    reply: entity({ category: keptCategory }),
  }),

  'DELETE /api/operator/categories/:id': endpoint({
    name: 'deleteCategory',
    summary: 'Delete an empty category',
    description: '409 `category` while it has products or categories below it.',
    tags,
    access: operator('catalogue:write'),
    params,
    reply: entity({}),
  }),
} as const;
