import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { toListItem } from '#api/catalogue/products/listing.mapper.ts';
import { type ProductViewer, toAttributes } from '#api/catalogue/products/product.mapper.ts';
import type { ProductChoices } from '#api/catalogue/products/product.queries.ts';
import type { Balance, OrderingSeason } from '#api/entitlement/balance.rules.ts';
import { AllocationType, type GroupFacts, getBalance } from '#api/entitlement/entitlement.rules.ts';
import { toReasoning } from '#api/entitlement/reasoning.mapper.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { OpenWardrobe } from './uniform-builder.actions.ts';
import type { BuilderWardrobe } from './uniform-builder.queries.ts';

type UniformBuilder = ReplyOf<'GET /api/organisation/uniformbuilder/:id'>['uniformBuilder'];
type BuilderGroup = UniformBuilder['collection']['collectionGroups'][number];
type BuilderProduct = ReplyOf<'GET /api/productorganisation/uniformBuilderProducts/:id'>['products'][number];

const BEYOND = { block: 'block', approval: 'approval', own_payment: 'ownPayment' } as const;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const getUsed = ({ reserved, used }: Balance) => reserved + used;
/** Null without a limit. */
const getGranted = ({ isLimited, granted }: Balance) => (isLimited ? granted : null);

const toUtcTimestamp = (day: string | null) => (day === null ? null : `${day}T00:00:00Z`);

const toSeason = (season: OrderingSeason): NonNullable<UniformBuilder['season']> => ({
  id: season.id,
  name: season.name,
  startDateUtc: toUtcTimestamp(season.startsOn),
  endDateUtc: toUtcTimestamp(season.endsOn),
  orderingOpensUtc: toUtcTimestamp(season.orderingOpensOn),
  orderingClosesUtc: toUtcTimestamp(season.orderingClosesOn),
});

const toNames = ({ wardrobe, season }: OpenWardrobe) => ({ collectionName: wardrobe.name, seasonName: season?.name ?? null });

/** Whether the wearer is owed something of a group by their version of the wardrobe: a new group is not open before they follow. */
const isGranted = ({ id }: GroupFacts, { wardrobe: { balances, earlierMinimums }, isPreview }: OpenWardrobe) =>
  isPreview || earlierMinimums === null || balances.some(({ groupId }) => groupId === id);

/** Whether these accounts of a group count the product: a new product of a group in which each has a number of its own is not owed before the wearer follows. */
const countsProduct = (own: readonly Balance[], id: number) =>
  own.length === 0 || own.some(({ productId }) => productId === id || productId === null);

/** A group with what is left of it: the sum over its products, where each has a number of its own. */
function toGroup(group: GroupFacts, open: OpenWardrobe): BuilderGroup {
  const { balances, isPreview, wardrobe } = open;
  const own = balances.filter(({ groupId }) => groupId === group.id);
  const isLimited = own.length > 0 && own.every((balance) => balance.isLimited);
  const names = toNames(open);
  const balanceOf = (productId: number) => own.find((balance) => balance.productId === productId);
  const products = group.products.filter(({ id }) => countsProduct(own, id));
  return {
    id: group.id,
    name: group.name,
    superGroupOptionId: group.superGroupOptionId,
    minQuantity: wardrobe.earlierMinimums ? (wardrobe.earlierMinimums[group.id] ?? null) : group.minQuantity,
    allocatedQuantity: isLimited ? sum(own.map(({ granted }) => granted)) : null,
    usedQuantity: isPreview ? null : sum(own.map(getUsed)),
    remainingQuantity: isPreview || !isLimited ? null : sum(own.map((balance) => getBalance(balance) ?? 0)),
    productIds: products.map(({ id }) => id),
    products: products.map(({ id }) => {
      const balance = balanceOf(id);
      return {
        productId: id,
        allocatedQuantity: balance ? getGranted(balance) : null,
        remainingQuantity: balance && !isPreview ? getBalance(balance) : null,
      };
    }),
    status: own.some(({ status }) => status === 'open') ? 'open' : 'unchosen',
    reasoning: own.map((balance) => toReasoning(balance, names)),
  };
}

const toCollection = (
  wardrobe: BuilderWardrobe,
): Omit<UniformBuilder['collection'], 'childCollections' | 'collectionGroups'> => ({
  id: wardrobe.id,
  name: wardrobe.name,
  description: wardrobe.description,
  imageSrc: wardrobe.imageSrc,
  organisationGroupId: wardrobe.organisationGroupId,
  parentCollectionId: wardrobe.parentCollectionId,
  seasonId: wardrobe.seasonId,
  displayOrder: wardrobe.displayOrder,
  allowedAllocationTypes: wardrobe.allowedAllocationTypes,
  superGroups: wardrobe.superGroups,
});

/** What a budget grants and what has been spent of it, in major units for money. */
function toBudget(balances: readonly Balance[], unit: 'points' | 'money', isPreview: boolean) {
  const balance = balances.find((one) => one.kind === 'budget' && one.unit === unit);
  if (!balance) return { total: null, used: null };
  const toAmount = (amount: number | null) => (amount === null || unit === 'points' ? amount : toMajorUnits(amount));
  return { total: toAmount(getGranted(balance)), used: isPreview ? null : toAmount(getUsed(balance)) };
}

/** A wardrobe with what is left of it, as the uniform builder opens it. */
export function toUniformBuilder(open: OpenWardrobe, specialMeasurements: UniformBuilder['specialMeasurements']): UniformBuilder {
  const { wearer, wardrobe, children, isPreview, allocationTypeId, season, balances, notices } = open;
  const points = toBudget(balances, 'points', isPreview);
  const money = toBudget(balances, 'money', isPreview);
  const budget = balances.find(({ kind }) => kind === 'budget');
  const optionIds = new Set(wardrobe.superGroups.flatMap(({ options }) => options.map(({ id }) => id)));
  return {
    collection: {
      ...toCollection(wardrobe),
      childCollections: children.map((child) => ({ ...toCollection(child), childCollections: [], collectionGroups: [] })),
      collectionGroups: wardrobe.groups.filter((group) => isGranted(group, open)).map((group) => toGroup(group, open)),
    },
    organisationCollections: wearer.wardrobes,
    season: season ? toSeason(season) : null,
    allocationTypeId,
    isFixedAllocation: allocationTypeId === AllocationType.FIXED,
    superGroupOptionIds: isPreview ? [] : wearer.optionIds.filter((id) => optionIds.has(id)),
    pointsTotal: points.total,
    pointsUsed: points.used,
    budgetTotal: money.total,
    budgetUsed: money.used,
    budgetReasoning: budget ? toReasoning(budget, toNames(open)) : null,
    beyond: BEYOND[wardrobe.beyond],
    specialMeasurements,
    canOrder: notices.length === 0,
    notices,
  };
}

/** Whether the wearer can pay for more of a product than they are owed, as `coverLines` decides it for themselves. */
function toOwnPayment(
  productId: number,
  { beyond, necessity, necessityByProduct }: BuilderWardrobe,
  paysOwnPart: boolean,
): BuilderProduct['ownPayment'] {
  if (beyond !== 'own_payment') return null;
  return necessityByProduct[productId] ?? necessity ?? (paysOwnPart ? 'possible' : 'unavailable');
}

/** The products of groups of a wardrobe, group by group; those missing from `products` are left out. */
export function toBuilderProducts(
  open: OpenWardrobe & Pick<BuilderWardrobe, 'groups'>,
  products: ReadonlyMap<number, ProductChoices>,
  viewer: ProductViewer,
  { paysOwnPart }: Pick<Scope, 'paysOwnPart'>,
): BuilderProduct[] {
  const { balances, isPreview, allocationTypeId } = open;
  const base = new Map(
    [...products].map(([id, product]) => [
      id,
      { ...toListItem(product, viewer.view), attributes: toAttributes(product, viewer), productAttributeCombinations: [] },
    ]),
  );
  const groups = open.groups.filter((group) => isGranted(group, open));
  return groups.flatMap((group) => {
    const own = balances.filter(({ groupId }) => groupId === group.id);
    return group.products.flatMap(({ id, points }) => {
      const product = base.get(id);
      if (!product || !countsProduct(own, id)) return [];
      const balance = own.find(({ productId }) => productId === id || productId === null);
      return {
        ...product,
        collectionGroupId: group.id,
        superGroupId: group.superGroupId,
        superGroupOptionId: group.superGroupOptionId,
        allocatedQuantity: balance ? getGranted(balance) : null,
        remainingQuantity: balance && !isPreview ? getBalance(balance) : null,
        ownPayment: toOwnPayment(id, open.wardrobe, paysOwnPart),
        points: allocationTypeId === AllocationType.POINTS ? points : null,
      };
    });
  });
}
