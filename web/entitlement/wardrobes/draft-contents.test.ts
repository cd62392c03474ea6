import { describe, expect, it } from 'vitest';
import {
  addSuperGroup,
  type Contents,
  describeGroupChange,
  orderParts,
  putGroup,
  putOption,
  removeGroup,
  removeOption,
  removeSuperGroup,
  restoreRemoved,
  withReadProducts,
} from './draft-contents.ts';

const EMPTY: Contents = {
  seasonId: null,
  budgetPoints: null,
  budget: null,
  beyond: 'block',
  necessity: null,
  superGroups: [],
  collectionGroups: [],
};

/** Shirts, an either/or of trousers and skirt with a group each, and shoes. */
function createContents(): Contents {
  const withShirts = putGroup(EMPTY, undefined, { name: 'Shirts', allocatedQuantity: 6 });
  const withChoice = addSuperGroup(withShirts, 'Trousers or skirt', ['Trousers', 'Skirt']);
  const [trousers, skirt] = withChoice.superGroups[0]?.options ?? [];
  const withGroups = [trousers, skirt].reduce(
    (contents, option) => putGroup(contents, undefined, { name: `${option?.name} group`, superGroupOptionId: option?.id ?? 0 }),
    withChoice,
  );
  return putGroup(withGroups, undefined, { name: 'Shoes', allocatedQuantity: 1 });
}
const namesIn = ({ collectionGroups }: Contents) => collectionGroups.map(({ name }) => name);
const idOf = ({ collectionGroups }: Contents, name: string) => collectionGroups.find((group) => group.name === name)?.id ?? 0;

const product = (productId: number, name = `Product ${productId}`) => ({
  productId,
  name,
  imageSrc: null,
  colours: [],
  sizes: [],
  allocatedQuantity: null,
  points: null,
  price: null,
  priceHighest: null,
  isOnSale: true,
});

describe('the contents of a draft', () => {
  it('have another negative id for each new part', () => {
    const contents = createContents();
    const withThird = putOption(contents, contents.superGroups[0]?.id ?? 0, undefined, { name: 'Kilt', imageSrc: null });
    const parts = [
      ...withThird.collectionGroups,
      ...withThird.superGroups,
      ...withThird.superGroups.flatMap(({ options }) => options),
    ];
    expect(parts).toHaveLength(8);
    expect(new Set(parts.map(({ id }) => id)).size).toBe(8);
    expect(parts.every(({ id }) => id < 0)).toBe(true);
  });

  it('get back what was removed, at its place, and keep what has been changed since', () => {
    const before = createContents();
    const superGroup = before.superGroups[0];
    const removals = [
      removeGroup(before, idOf(before, 'Shirts')),
      removeSuperGroup(before, superGroup?.id ?? 0),
      removeOption(before, superGroup?.id ?? 0, superGroup?.options[0]?.id ?? 0),
    ];
    expect(removals.map(namesIn)).toEqual([
      ['Trousers group', 'Skirt group', 'Shoes'],
      ['Shirts', 'Shoes'],
      ['Shirts', 'Skirt group', 'Shoes'],
    ]);
    for (const after of removals) {
      expect(restoreRemoved(after, before, after)).toEqual(before);
      const shoes = idOf(after, 'Shoes');
      const changed = putGroup(after, shoes, { name: 'Boots' });
      expect(restoreRemoved(changed, before, after)).toEqual(putGroup(before, shoes, { name: 'Boots' }));
    }
  });

  it('keep parts that an order does not name', () => {
    const contents = createContents();
    const ordered = orderParts([idOf(contents, 'Shoes'), idOf(contents, 'Shirts')], [])(contents);
    expect(namesIn(ordered)).toEqual(['Shoes', 'Shirts', 'Trousers group', 'Skirt group']);
    expect(ordered.superGroups).toEqual(contents.superGroups);
  });

  it('learn from the server what new products are, and keep their numbers of now', () => {
    const local = putGroup(EMPTY, undefined, { name: 'Caps', products: [{ ...product(7), points: 5, isUnread: true }] });
    const saved = putGroup(EMPTY, undefined, { name: 'Caps', products: [{ ...product(7), price: 12.5, colours: ['Navy'] }] });
    expect(withReadProducts(local, saved).collectionGroups[0]?.products).toEqual([
      { ...product(7), price: 12.5, colours: ['Navy'], points: 5 },
    ]);
  });

  it('say how a group differs from the version in use', () => {
    const live = putGroup(EMPTY, undefined, { name: 'Shirts', allocatedQuantity: 4, products: [product(1), product(2)] });
    const changed = putGroup(live, -1, { name: 'Shirts', allocatedQuantity: 6, products: [product(1), product(3, 'Sky shirt')] });
    const [group] = changed.collectionGroups;
    expect(group && describeGroupChange(group, live, 3)).toEqual(['4 in version 3', 'Sky shirt added', 'Product 2 removed']);
    expect(group && describeGroupChange(group, EMPTY, 3)).toEqual(['new']);
    expect(group && describeGroupChange(group, changed, 3)).toEqual([]);
  });
});
