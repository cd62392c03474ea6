import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import type { ContentsGroup, ContentsProduct, ContentsSuperGroup, WardrobeContents } from '../versions/contents.rules.ts';

/** The names of what contents refer to, by id. */
export interface ContentsNames {
  products: ReadonlyMap<number, string>;
  seasons: ReadonlyMap<number, string>;
  currencyCode: string;
}

const BEYOND_WORDS: Readonly<Record<string, string>> = {
  block: 'not allowed',
  approval: 'with a reason and approval',
  own_payment: 'paid by the wearer',
};

const NECESSITY_WORDS: Readonly<Record<string, string>> = {
  protective: 'as protective equipment',
  required: 'as required at work',
};
const necessityOf = ({ necessity }: WardrobeContents) => (necessity ? NECESSITY_WORDS[necessity] : 'no');

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const pieces = (n: number | null) => (n === null ? 'no number of pieces' : count(n, 'piece', 'pieces'));

/** "6 instead of 4 pieces", "no number instead of 4 pieces", "1 instead of no number of pieces". */
const compareNumbers = (after: number | null, before: number | null, [one, many]: [string, string]): string =>
  `${after ?? 'no number'} instead of ${before === null ? `no number of ${many}` : `${before} ${before === 1 ? one : many}`}`;

const PIECES: [string, string] = ['piece', 'pieces'];
const POINTS: [string, string] = ['point', 'points'];

/** What became of the parts of a list: added, removed, and those that are in both. */
function matchParts<T>(before: readonly T[], after: readonly T[], keyOf: (part: T) => number) {
  const earlier = new Map(before.map((part) => [keyOf(part), part]));
  const later = new Set(after.map(keyOf));
  return {
    added: after.filter((part) => !earlier.has(keyOf(part))),
    removed: before.filter((part) => !later.has(keyOf(part))),
    kept: after.flatMap((part): [T, T][] => {
      const found = earlier.get(keyOf(part));
      return found === undefined ? [] : [[found, part]];
    }),
  };
}

/** Whether what is in both lists has another order. */
function isReordered<T>(before: readonly T[], after: readonly T[], keyOf: (part: T) => number): boolean {
  const keys = new Set(after.map(keyOf));
  const earlier = new Set(before.map(keyOf));
  const kept = (list: readonly T[]) => list.map(keyOf).filter((key) => keys.has(key) && earlier.has(key));
  return kept(before).join() !== kept(after).join();
}

const idOf = ({ id }: { id: number }) => id;
const productIdOf = ({ productId }: ContentsProduct) => productId;

/** "Trousers or skirt, Skirt": an option, as a group belongs to it. */
const nameOption = ({ superGroups }: WardrobeContents, optionId: number | null): string => {
  if (optionId === null) return 'everyone';
  const superGroup = superGroups.find(({ options }) => options.some(({ id }) => id === optionId));
  return superGroup
    ? `“${superGroup.options.find(({ id }) => id === optionId)?.name}” of “${superGroup.name}”`
    : 'a deleted option';
};

function describeProducts(before: ContentsGroup, after: ContentsGroup, { products }: ContentsNames): string[] {
  const nameOf = (product: ContentsProduct) => products.get(product.productId) ?? 'A product';
  const { added, removed, kept } = matchParts(before.products, after.products, productIdOf);
  return [
    ...added.map((product) => {
      const numbers = [
        ...(product.quantity === null ? [] : [pieces(product.quantity)]),
        ...(product.points === null ? [] : [count(product.points, 'point', 'points')]),
      ];
      return `${nameOf(product)} added${numbers.length > 0 ? ` (${numbers.join(', ')})` : ''}`;
    }),
    ...removed.map((product) => `${nameOf(product)} removed`),
    ...kept.flatMap(([one, other]) => [
      ...(one.quantity === other.quantity ? [] : [`${nameOf(other)} ${compareNumbers(other.quantity, one.quantity, PIECES)}`]),
      ...(one.points === other.points ? [] : [`${nameOf(other)} ${compareNumbers(other.points, one.points, POINTS)}`]),
    ]),
    ...(isReordered(before.products, after.products, productIdOf) ? ['order of the products changed'] : []),
  ];
}

function describeGroup(
  [before, after]: [ContentsGroup, ContentsGroup],
  contents: { before: WardrobeContents; after: WardrobeContents },
  names: ContentsNames,
): string[] {
  return [
    ...(before.name === after.name ? [] : [`renamed from ${before.name}`]),
    ...(before.quantity === after.quantity ? [] : [compareNumbers(after.quantity, before.quantity, PIECES)]),
    ...(before.minQuantity === after.minQuantity
      ? []
      : [`at least ${compareNumbers(after.minQuantity, before.minQuantity, PIECES)}`]),
    ...(before.superGroupOptionId === after.superGroupOptionId
      ? []
      : [
          `for ${nameOption(contents.after, after.superGroupOptionId)} instead of ${nameOption(contents.before, before.superGroupOptionId)}`,
        ]),
    ...describeProducts(before, after, names),
  ].map((change) => `${after.name}: ${change}`);
}

function describeSuperGroup([before, after]: [ContentsSuperGroup, ContentsSuperGroup]): string[] {
  const { added, removed, kept } = matchParts(before.options, after.options, idOf);
  const select = ({ minSelect, maxSelect }: ContentsSuperGroup) =>
    minSelect === maxSelect ? `${minSelect}` : `${minSelect} to ${maxSelect}`;
  return [
    ...(before.name === after.name ? [] : [`renamed from ${before.name}`]),
    ...(select(before) === select(after) ? [] : [`${select(after)} instead of ${select(before)} options to choose`]),
    ...added.map(({ name }) => `option ${name} added`),
    ...removed.map(({ name }) => `option ${name} deleted`),
    ...kept.flatMap(([one, other]) => [
      ...(one.name === other.name ? [] : [`option ${one.name} renamed to ${other.name}`]),
      ...(one.imageSrc === other.imageSrc ? [] : [`picture of option ${other.name} changed`]),
    ]),
    ...(isReordered(before.options, after.options, idOf) ? ['order of the options changed'] : []),
  ].map((change) => `${after.name}: ${change}`);
}

/** How contents differ from earlier ones, in sentences without a full stop: "Shirts: 6 instead of 4 pieces". Empty when they are the same. */
export function describeContentsChanges(before: WardrobeContents, after: WardrobeContents, names: ContentsNames): string[] {
  const season = (id: number | null) => (id === null ? 'none' : (names.seasons.get(id) ?? 'a deleted season'));
  const money = (minor: number | null) => (minor === null ? 'none' : formatMoney(minor, names.currencyCode));
  const points = (n: number | null) => (n === null ? 'none' : count(n, 'point', 'points'));
  const groups = matchParts(before.groups, after.groups, idOf);
  const superGroups = matchParts(before.superGroups, after.superGroups, idOf);
  return [
    ...(before.seasonId === after.seasonId ? [] : [`Season: ${season(after.seasonId)} instead of ${season(before.seasonId)}`]),
    ...(before.budgetPoints === after.budgetPoints
      ? []
      : [`Budget in points: ${points(after.budgetPoints)} instead of ${points(before.budgetPoints)}`]),
    ...(before.budgetMinor === after.budgetMinor
      ? []
      : [`Budget in money: ${money(after.budgetMinor)} instead of ${money(before.budgetMinor)}`]),
    ...(before.beyond === after.beyond
      ? []
      : [`Beyond the entitlement: ${BEYOND_WORDS[after.beyond]} instead of ${BEYOND_WORDS[before.beyond]}`]),
    ...(necessityOf(before) === necessityOf(after)
      ? []
      : [`Provided by the employer: ${necessityOf(after)} instead of ${necessityOf(before)}`]),
    ...superGroups.added.map(({ name, options }) => `${name} added: either ${options.map((option) => option.name).join(' or ')}`),
    ...superGroups.removed.map(({ name }) => `${name} deleted`),
    ...superGroups.kept.flatMap(describeSuperGroup),
    ...groups.added.map(
      (group) => `${group.name} added: ${pieces(group.quantity)}, ${count(group.products.length, 'product', 'products')}`,
    ),
    ...groups.removed.map(({ name }) => `${name} deleted`),
    ...groups.kept.flatMap((pair) => describeGroup(pair, { before, after }, names)),
    ...(isReordered(before.groups, after.groups, idOf) ? ['Order of the groups changed'] : []),
    ...(isReordered(before.superGroups, after.superGroups, idOf) ? ['Order of the either/ors changed'] : []),
  ];
}
