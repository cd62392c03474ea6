import type { ReplyOf } from '#contract/index.ts';
import type { Cart } from '#web/app/cart.ts';

export type Builder = ReplyOf<'GET /api/organisation/uniformbuilder/:id'>['uniformBuilder'];
export type BuilderGroup = Builder['collection']['collectionGroups'][number];
export type EitherOr = Builder['collection']['superGroups'][number];
export type BuilderProduct = ReplyOf<'GET /api/productorganisation/uniformBuilderProducts/:id'>['products'][number];
type CartLine = Cart['items'][number];

/** The codes of the allocation types. */
const ALLOCATION = { fixed: 10, quantity: 20, points: 30, money: 40, unlimited: 50 } as const;

/** What counts towards the entitlement: pieces (fixed and quantity), a budget of points or money, or nothing. */
export type Unit = 'pieces' | 'points' | 'money' | 'none';

/** The unit of a wardrobe for this wearer. No allocation type counts as quantity. */
export function getUnit({ allocationTypeId }: Pick<Builder, 'allocationTypeId'>): Unit {
  if (allocationTypeId === ALLOCATION.points) return 'points';
  if (allocationTypeId === ALLOCATION.money) return 'money';
  return allocationTypeId === ALLOCATION.unlimited ? 'none' : 'pieces';
}

/** How far a wearer is with a number of pieces: those of a group, or of one product of it. */
export interface Progress {
  /** Pieces that the wearer may have; null for no limit. */
  owed: number | null;
  /** Pieces ordered already. */
  ordered: number;
  /** Pieces in the cart, as far as the entitlement covers them. */
  inCart: number;
  /** Pieces in the cart beyond the entitlement. */
  beyond: number;
  /** Pieces ordered or in the cart, as far as the entitlement covers them. */
  chosen: number;
  /** Pieces that can still be chosen, never below zero; null for no limit. */
  left: number | null;
  /** Pieces that still have to be chosen before it is complete. */
  needed: number;
}

/** A product of a group, with its own progress if it has a number of its own. */
export interface ProductStep {
  product: BuilderProduct;
  lines: CartLine[];
  /** Null where the product counts only in its group. */
  progress: Progress | null;
}

/** A group that can be chosen from. */
export interface GroupStep {
  kind: 'group';
  group: BuilderGroup;
  /** The either/or that the group belongs to. */
  superGroup: EitherOr | null;
  /** The group's name, or that of its either/or when the group is all that was chosen there. */
  title: string;
  products: ProductStep[];
  lines: CartLine[];
  progress: Progress;
}

/** An either/or that has no answer yet, or an answer without any group. */
export interface ChoiceStep {
  kind: 'choice';
  superGroup: EitherOr;
  title: string;
  isAnswered: boolean;
  /** Pieces that the wearer will have to choose at least, whatever the answer. */
  needed: number;
}

export type BuilderStep = GroupStep | ChoiceStep;

/** Cart lines that count in this wardrobe of the wearer. */
export const listOwnLines = ({ items }: Pick<Cart, 'items'>, builder: Builder, wearerId: number): CartLine[] =>
  items.filter(
    ({ organisationCollectionId, collectionGroupId, customerId }) =>
      organisationCollectionId === builder.collection.id &&
      collectionGroupId !== null &&
      (customerId === null || customerId === wearerId),
  );

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const countPieces = (lines: readonly CartLine[]) => sum(lines.map(({ quantity }) => quantity));
/** Pieces that the entitlement covers: the others take nothing from it. */
const countCovered = ({ quantity, beyondQuantity }: CartLine) => Math.max(0, quantity - beyondQuantity);

function toProgress(
  unit: Unit,
  lines: readonly CartLine[],
  {
    allocated,
    used,
    remaining,
    least,
  }: { allocated: number | null; used: number; remaining: number | null; least: number | null },
): Progress {
  const inCart = sum(lines.map(countCovered));
  const left = remaining === null ? null : Math.max(0, remaining - inCart);
  const chosen = used + inCart;
  // Under points, money and no limit the number of a group is only a limit; its least quantity is what is needed.
  const needed = unit === 'pieces' && left !== null ? left : Math.max(0, (least ?? 0) - chosen);
  return { owed: allocated, ordered: used, inCart, beyond: countPieces(lines) - inCart, chosen, left, needed };
}

function toGroupStep(group: BuilderGroup, builder: Builder, products: readonly BuilderProduct[], cart: readonly CartLine[]) {
  const unit = getUnit(builder);
  const lines = cart.filter(({ collectionGroupId }) => collectionGroupId === group.id);
  const listed = products.filter(({ collectionGroupId }) => collectionGroupId === group.id);
  const productSteps = group.products.flatMap(({ productId, allocatedQuantity, remainingQuantity }): ProductStep[] => {
    const product = listed.find(({ id }) => id === productId);
    if (!product) return [];
    const own = lines.filter((line) => line.productId === productId);
    // Under fixed allocation, a product with the number 0 is not part of the uniform.
    if (allocatedQuantity === 0 && own.length === 0) return [];
    return [
      {
        product,
        lines: own,
        progress:
          allocatedQuantity === null
            ? null
            : toProgress(unit, own, {
                allocated: allocatedQuantity,
                used: allocatedQuantity - (remainingQuantity ?? allocatedQuantity),
                remaining: remainingQuantity ?? allocatedQuantity,
                least: null,
              }),
      },
    ];
  });
  const progress = toProgress(unit, lines, {
    allocated: group.allocatedQuantity,
    used: group.usedQuantity ?? 0,
    // A preview has no usage.
    remaining: group.remainingQuantity ?? group.allocatedQuantity,
    least: group.minQuantity,
  });
  const ownNumbers = productSteps.flatMap(({ progress: own }) => own ?? []);
  // Fixed allocation: a group needs what its products need.
  const needed = ownNumbers.length > 0 ? sum(ownNumbers.map((own) => own.needed)) : progress.needed;
  return { kind: 'group', group, products: productSteps, lines, progress: { ...progress, needed } } as const;
}

/** The pieces that a wearer owes by one option of an either/or. */
function countNeededByOption(builder: Builder, optionId: number): number {
  const isPieces = getUnit(builder) === 'pieces';
  return sum(
    builder.collection.collectionGroups
      .filter(({ superGroupOptionId }) => superGroupOptionId === optionId)
      .map(({ allocatedQuantity, minQuantity }) => (isPieces ? (allocatedQuantity ?? minQuantity) : minQuantity) ?? 0),
  );
}

/** The pieces that every answer needs: the options that need the least, as many as have to be chosen. */
function countNeededByAnyAnswer(builder: Builder, { options, minSelect }: EitherOr): number {
  const byOption = options.map(({ id }) => countNeededByOption(builder, id)).sort((a, b) => a - b);
  return sum(byOption.slice(0, minSelect));
}

const hasOption = ({ options }: EitherOr, optionId: number | null) => options.some(({ id }) => id === optionId);

/** The options of an either/or that the wearer has chosen. */
export const listChosenOptionIds = ({ superGroupOptionIds }: Pick<Builder, 'superGroupOptionIds'>, superGroup: EitherOr) =>
  superGroupOptionIds.filter((id) => hasOption(superGroup, id));

/**
 * What a wearer goes through, in the wardrobe's order: groups, and either/or questions in place of their groups while these are not
 * open. A group without any product is left out.
 */
export function listSteps(builder: Builder, products: readonly BuilderProduct[], cart: readonly CartLine[]): BuilderStep[] {
  const { collectionGroups, superGroups } = builder.collection;
  const isOpen = (group: BuilderGroup) => group.status === 'open' && products.some((one) => one.collectionGroupId === group.id);
  const done = new Set<number>();
  return collectionGroups.flatMap((group): BuilderStep[] => {
    const superGroup = superGroups.find((one) => hasOption(one, group.superGroupOptionId)) ?? null;
    if (!superGroup) {
      return isOpen(group) ? [{ ...toGroupStep(group, builder, products, cart), superGroup, title: group.name }] : [];
    }
    if (done.has(superGroup.id)) return [];
    done.add(superGroup.id);
    const chosen = listChosenOptionIds(builder, superGroup).length;
    const isAnswered = chosen > 0 && chosen >= superGroup.minSelect;
    const open = isAnswered ? collectionGroups.filter((one) => hasOption(superGroup, one.superGroupOptionId) && isOpen(one)) : [];
    if (open.length === 0) {
      const needed = isAnswered ? 0 : countNeededByAnyAnswer(builder, superGroup);
      return [{ kind: 'choice', superGroup, title: superGroup.name, isAnswered, needed }];
    }
    return open.map((one) => ({
      ...toGroupStep(one, builder, products, cart),
      superGroup,
      title: open.length === 1 ? superGroup.name : one.name,
    }));
  });
}

/** Whether the wearer still has something to do in a step. An either/or may be optional. */
export const isIncomplete = (step: BuilderStep): boolean =>
  step.kind === 'group' ? step.progress.needed > 0 : !step.isAnswered && step.superGroup.minSelect > 0;

/** The first incomplete step after this one, otherwise the first of all; undefined when everything is complete. */
export function findNextStep(steps: readonly BuilderStep[], current?: BuilderStep): BuilderStep | undefined {
  const at = current ? steps.indexOf(current) : -1;
  const others = [...steps.slice(at + 1), ...steps.slice(0, Math.max(0, at))];
  return others.find(isIncomplete) ?? (current && isIncomplete(current) ? current : undefined);
}

/** The first product of a group that still needs pieces of its own; undefined where products have no numbers of their own. */
export const findNextProduct = ({ products }: GroupStep, after?: number): ProductStep | undefined => {
  const at = products.findIndex(({ product }) => product.id === after);
  return [...products.slice(at + 1), ...products.slice(0, Math.max(0, at))].find(({ progress }) => (progress?.needed ?? 0) > 0);
};

/** The whole wardrobe in figures. Amounts of money are without tax, in major units. */
export interface Totals {
  unit: Unit;
  /** Pieces that have been ordered or put into the cart. */
  chosen: number;
  inCart: number;
  ordered: number;
  /** Pieces that still have to be chosen. */
  needed: number;
  /** Pieces in all: chosen of what the wearer needs, and still needed. */
  owed: number;
  /** Budget of points or money, with what the cart takes of it; null where pieces count. */
  budget: { total: number; left: number; chosen: number } | null;
}

/** Whether the wearer has ordered everything: all pieces that they are owed, or their whole budget. Without a limit it never ends. */
export const isAllOrdered = ({ unit, needed, inCart, ordered, budget }: Totals): boolean =>
  ordered > 0 && inCart === 0 && needed === 0 && (unit === 'pieces' || (budget !== null && budget.left <= 0));

/** The points that lines of the cart take from the budget. */
const countPoints = (lines: readonly CartLine[], products: readonly BuilderProduct[]) =>
  sum(
    lines.map((line) => {
      const product = products.find(
        ({ id, collectionGroupId }) => id === line.productId && collectionGroupId === line.collectionGroupId,
      );
      return countCovered(line) * (product?.points ?? 0);
    }),
  );

/** The money that lines of the cart take from the budget. */
const countMoney = (lines: readonly CartLine[]) =>
  sum(lines.map((line) => (line.quantity === 0 ? 0 : ((line.subTotalExclTax ?? 0) * countCovered(line)) / line.quantity)));

const round = (amount: number) => Math.round(amount * 100) / 100;

/** Sums up what the wearer has chosen in a wardrobe, and what is left of its budget. */
export function getTotals(
  builder: Builder,
  products: readonly BuilderProduct[],
  cart: readonly CartLine[],
  steps: readonly BuilderStep[],
): Totals {
  const unit = getUnit(builder);
  const groups = steps.filter((step) => step.kind === 'group');
  const needed = sum(steps.map((step) => (step.kind === 'group' ? step.progress.needed : step.needed)));
  const inCart = countPieces(cart);
  const ordered = sum(groups.map(({ progress }) => progress.ordered));
  // More pieces than a group owes do not make up for another group.
  const counted = sum(groups.map(({ progress: { owed, chosen } }) => (owed === null ? chosen : Math.min(owed, chosen))));
  const total = unit === 'points' ? builder.pointsTotal : unit === 'money' ? builder.budgetTotal : null;
  const used = (unit === 'points' ? builder.pointsUsed : builder.budgetUsed) ?? 0;
  const spent = unit === 'points' ? countPoints(cart, products) : countMoney(cart);
  return {
    unit,
    chosen: ordered + inCart,
    inCart,
    ordered,
    needed,
    owed: counted + needed,
    budget:
      total === null
        ? null
        : { total, left: round((builder.budgetReasoning?.left ?? total - used) - spent), chosen: round(spent) },
  };
}

/** Where the wearer goes after adding pieces of a product. */
export type Destination =
  | { kind: 'step'; step: BuilderStep }
  | { kind: 'product'; product: ProductStep }
  /** The same group, of which more pieces are needed. */
  | { kind: 'group' }
  | { kind: 'order' }
  | { kind: 'overview' };

/** The next thing to choose once `quantity` pieces of a product are added; the order when nothing else is needed. */
export function findDestination(
  steps: readonly BuilderStep[],
  step: GroupStep,
  { product, progress }: ProductStep,
  quantity: number,
  unit: Unit,
): Destination {
  if (progress) {
    const other = findNextProduct(step, product.id);
    if (other) return { kind: 'product', product: other };
  }
  if ((progress ?? step.progress).needed > quantity) return { kind: 'group' };
  const next = findNextStep(steps, step);
  if (next && next !== step) return { kind: 'step', step: next };
  // With a budget or without limit, only the wearer knows whether there is more to choose.
  return unit === 'pieces' ? { kind: 'order' } : { kind: 'overview' };
}

/** Pieces of a product that the entitlement covers; Infinity where nothing limits them. */
export function countEntitled(
  step: GroupStep,
  { progress }: ProductStep,
  { budget }: Pick<Totals, 'budget'>,
  /** Points or money that a piece costs; null where it is not known. */
  cost: number | null,
  /** Pieces of the line that is being changed which the entitlement covers. */
  current: number,
): number {
  const limits = [progress?.left, step.progress.left].flatMap((left) => (left == null ? [] : left + current));
  if (budget && cost !== null && cost > 0) limits.push(Math.floor(Math.max(0, budget.left) / cost + 1e-9) + current);
  return Math.min(Number.POSITIVE_INFINITY, ...limits);
}
