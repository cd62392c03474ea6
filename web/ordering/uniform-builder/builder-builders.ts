import type { Cart } from '#web/app/cart.ts';
import type { Builder, BuilderGroup, BuilderProduct, EitherOr } from './builder-model.ts';

/** A group with the products 10 × its id + 1, 2 …; `numbers` are those of its products under fixed allocation. */
export const aGroup = (
  id: number,
  name: string,
  over: Partial<Omit<BuilderGroup, 'products'>> & { numbers?: (number | null)[] } = {},
): BuilderGroup => {
  const { numbers = [null], ...rest } = over;
  const products = numbers.map((allocatedQuantity, at) => ({
    productId: id * 10 + at + 1,
    allocatedQuantity,
    remainingQuantity: allocatedQuantity,
  }));
  const allocatedQuantity = over.allocatedQuantity ?? null;
  return {
    id,
    name,
    superGroupOptionId: null,
    minQuantity: null,
    allocatedQuantity,
    usedQuantity: 0,
    remainingQuantity: allocatedQuantity,
    productIds: products.map(({ productId }) => productId),
    products,
    status: 'open',
    reasoning: [],
    ...rest,
  };
};

/** An either/or with the options 10 × its id + 1, 2 … */
export const anEitherOr = (id: number, name: string, options: string[], over: Partial<EitherOr> = {}): EitherOr => ({
  id,
  name,
  minSelect: 1,
  maxSelect: 1,
  options: options.map((option, at) => ({ id: id * 10 + at + 1, name: option, imageSrc: null, displayOrder: at })),
  ...over,
});

export const aBuilder = (groups: BuilderGroup[], over: Partial<Builder> = {}, superGroups: EitherOr[] = []): Builder =>
  ({
    collection: { id: 1, name: 'Front Desk', collectionGroups: groups, superGroups },
    allocationTypeId: 20,
    isFixedAllocation: over.allocationTypeId === 10,
    superGroupOptionIds: [],
    beyond: 'block',
    canOrder: true,
    notices: [],
    season: null,
    pointsTotal: null,
    pointsUsed: null,
    budgetTotal: null,
    budgetUsed: null,
    budgetReasoning: null,
    ...over,
  }) as Builder;

/** Every product of the groups, each of which costs 5 points. */
export const productsOf = (groups: BuilderGroup[]): BuilderProduct[] =>
  groups.flatMap((group) =>
    group.productIds.map(
      (id) =>
        ({
          id,
          name: `Garment ${id}`,
          collectionGroupId: group.id,
          points: 5,
          ownPayment: null,
          images: [],
        }) as unknown as BuilderProduct,
    ),
  );

/** A line of the cart in a group of wardrobe 1. */
export const aLine = (collectionGroupId: number, productId: number, quantity: number, over = {}): Cart['items'][number] =>
  ({
    id: productId,
    productId,
    collectionGroupId,
    organisationCollectionId: 1,
    customerId: null,
    quantity,
    beyondQuantity: 0,
    subTotalExclTax: quantity * 10,
    ...over,
  }) as Cart['items'][number];
