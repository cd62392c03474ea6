import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { HttpError, partsNotFound } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';
import type { ContentsGroup, ContentsSuperGroup, WardrobeContents } from '../versions/contents.rules.ts';

export type ContentsInput = BodyOf<'PUT /api/organisation/wardrobes/:id/draft'>['contents'];

/** The parts that a wardrobe has, or had in a version that is kept: ids of groups and either/ors, and of options with their either/or. */
export interface KnownParts {
  groups: ReadonlySet<number>;
  superGroups: ReadonlySet<number>;
  options: ReadonlyMap<number, number>;
}

/** The parts of these contents. */
export const listKnownParts = (contents: readonly Pick<WardrobeContents, 'groups' | 'superGroups'>[]): KnownParts => ({
  groups: new Set(contents.flatMap(({ groups }) => groups.map(({ id }) => id))),
  superGroups: new Set(contents.flatMap(({ superGroups }) => superGroups.map(({ id }) => id))),
  options: new Map(
    contents.flatMap(({ superGroups }) =>
      superGroups.flatMap((superGroup) => superGroup.options.map((option): [number, number] => [option.id, superGroup.id])),
    ),
  ),
});

/** What was sent as contents. Throws 422 for fractions of a penny. */
export function toContents(input: ContentsInput): WardrobeContents {
  return {
    seasonId: input.seasonId || null,
    budgetPoints: input.budgetPoints,
    budgetMinor: input.budget === null ? null : toMinorUnits(input.budget, 'contents.budget'),
    beyond: input.beyond === 'ownPayment' ? 'own_payment' : input.beyond,
    necessity: input.necessity ?? null,
    superGroups: input.superGroups.map(({ id, name, minSelect, maxSelect, options }) => ({
      id,
      name: name.trim(),
      minSelect,
      maxSelect,
      options: options.map((option) => ({ id: option.id, name: option.name.trim(), imageSrc: option.imageSrc || null })),
    })),
    groups: input.collectionGroups.map(({ id, name, superGroupOptionId, allocatedQuantity, minQuantity, products }) => ({
      id,
      name: name.trim(),
      superGroupOptionId,
      quantity: allocatedQuantity ?? null,
      minQuantity: minQuantity ?? null,
      products: products.map((product) => ({
        productId: product.productId,
        quantity: product.allocatedQuantity ?? null,
        points: product.points ?? null,
      })),
    })),
  };
}

type Errors = Record<string, string[]>;

/** Adds a sentence for each name that is missing or that an earlier part of the list has; case does not count. */
function checkNames(errors: Errors, parts: readonly { name: string }[], pathOf: (index: number) => string, one: string): void {
  const taken = new Set<string>();
  for (const [index, { name }] of parts.entries()) {
    if (!name) errors[`${pathOf(index)}.name`] = ['Name is required.'];
    else if (taken.has(name.toLowerCase())) errors[`${pathOf(index)}.name`] = [`There is already ${one} with this name.`];
    taken.add(name.toLowerCase());
  }
}

function checkIds(errors: Errors, parts: readonly { id: number; path: string }[]): void {
  const taken = new Set<number>([0]);
  for (const { id, path } of parts) {
    if (taken.has(id)) errors[`${path}.id`] = ['This id is not valid.'];
    taken.add(id);
  }
}

function checkSuperGroup(errors: Errors, superGroup: ContentsSuperGroup, path: string): void {
  const { id, minSelect, maxSelect, options } = superGroup;
  if (id < 0 && options.length < 2) errors[`${path}.options`] = ['An either/or needs 2 to 20 options.'];
  if (minSelect > maxSelect) errors[`${path}.minSelect`] = ['Minimum options must not be more than maximum options.'];
  else if (minSelect > options.length) errors[`${path}.minSelect`] = [`There are only ${options.length} options to choose from.`];
  checkNames(errors, options, (index) => `${path}.options[${index}]`, 'an option');
}

function checkGroup(errors: Errors, group: ContentsGroup, path: string, optionIds: ReadonlySet<number>): void {
  const { quantity, minQuantity, superGroupOptionId, products } = group;
  if (quantity !== null && minQuantity !== null && minQuantity > quantity)
    errors[`${path}.minQuantity`] = ['Minimum pieces must not be more than the pieces of the group.'];
  if (superGroupOptionId !== null && !optionIds.has(superGroupOptionId))
    errors[`${path}.superGroupOptionId`] = ['The option of this group has been deleted. Select another one.'];
  if (new Set(products.map(({ productId }) => productId)).size < products.length)
    errors[`${path}.products`] = ['A product can be in a group only once.'];
}

/** The paths of parts with positive ids that the wardrobe never had, with what they would be. An option stays with its either/or. */
function listUnknownParts(contents: WardrobeContents, known: KnownParts): Errors {
  const unknown: Record<string, string> = {};
  for (const [index, { id, superGroupOptionId }] of contents.groups.entries()) {
    if (id > 0 && !known.groups.has(id)) unknown[`contents.collectionGroups[${index}].id`] = 'collectionGroup';
    if (superGroupOptionId !== null && superGroupOptionId > 0 && !known.options.has(superGroupOptionId))
      unknown[`contents.collectionGroups[${index}].superGroupOptionId`] = 'superGroupOption';
  }
  for (const [index, { id, options }] of contents.superGroups.entries()) {
    const path = `contents.superGroups[${index}]`;
    if (id > 0 && !known.superGroups.has(id)) unknown[`${path}.id`] = 'superGroup';
    for (const [place, option] of options.entries())
      if (option.id > 0 && known.options.get(option.id) !== id) unknown[`${path}.options[${place}].id`] = 'superGroupOption';
  }
  return Object.keys(unknown).length > 0 ? partsNotFound(unknown).errors : {};
}

/** Checks contents, but not which products and seasons there are. Throws 404 for parts that the wardrobe never had, and 422 with a sentence for each field. */
export function assertValidContents(contents: WardrobeContents, known: KnownParts): void {
  const unknown = listUnknownParts(contents, known);
  if (Object.keys(unknown).length > 0) throw new HttpError(404, unknown);
  const errors: Errors = {};
  const { superGroups, groups } = contents;
  const groupPath = (index: number) => `contents.collectionGroups[${index}]`;
  const superGroupPath = (index: number) => `contents.superGroups[${index}]`;
  const options = superGroups.flatMap((superGroup, index) =>
    superGroup.options.map(({ id }, place) => ({ id, path: `${superGroupPath(index)}.options[${place}]` })),
  );
  checkIds(errors, options);
  checkIds(
    errors,
    superGroups.map(({ id }, index) => ({ id, path: superGroupPath(index) })),
  );
  checkIds(
    errors,
    groups.map(({ id }, index) => ({ id, path: groupPath(index) })),
  );
  checkNames(errors, superGroups, superGroupPath, 'an either/or');
  checkNames(errors, groups, groupPath, 'a group');
  const optionIds = new Set(options.map(({ id }) => id));
  for (const [index, superGroup] of superGroups.entries()) checkSuperGroup(errors, superGroup, superGroupPath(index));
  for (const [index, group] of groups.entries()) checkGroup(errors, group, groupPath(index), optionIds);
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
}

/** The contents without products that are not among these. */
export const keepProducts = (
  contents: WardrobeContents,
  products: { has: (productId: number) => boolean },
): WardrobeContents => ({
  ...contents,
  groups: contents.groups.map((group) => ({
    ...group,
    products: group.products.filter(({ productId }) => products.has(productId)),
  })),
});

/** Ids for the new parts of contents, as many as there are of each. */
export interface NewIds {
  groups: readonly number[];
  superGroups: readonly number[];
  options: readonly number[];
}

/** How many parts of contents are new. */
export const countNewParts = ({ groups, superGroups }: WardrobeContents) => ({
  groups: groups.filter(({ id }) => id < 0).length,
  superGroups: superGroups.filter(({ id }) => id < 0).length,
  options: superGroups.flatMap(({ options }) => options).filter(({ id }) => id < 0).length,
});

/** The contents with these ids in place of negative ones. */
export function assignIds(contents: WardrobeContents, ids: NewIds): WardrobeContents {
  const mapOf = (parts: readonly { id: number }[], given: readonly number[]) =>
    new Map(parts.filter(({ id }) => id < 0).map(({ id }, index) => [id, given[index] as number]));
  const groups = mapOf(contents.groups, ids.groups);
  const superGroups = mapOf(contents.superGroups, ids.superGroups);
  const options = mapOf(
    contents.superGroups.flatMap((superGroup) => superGroup.options),
    ids.options,
  );
  return {
    ...contents,
    superGroups: contents.superGroups.map((superGroup) => ({
      ...superGroup,
      id: superGroups.get(superGroup.id) ?? superGroup.id,
      options: superGroup.options.map((option) => ({ ...option, id: options.get(option.id) ?? option.id })),
    })),
    groups: contents.groups.map(({ superGroupOptionId, ...group }) => ({
      ...group,
      id: groups.get(group.id) ?? group.id,
      superGroupOptionId: superGroupOptionId === null ? null : (options.get(superGroupOptionId) ?? superGroupOptionId),
    })),
  };
}
