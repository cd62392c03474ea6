import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import type { Cart } from '#web/app/cart.ts';
import { useProfile } from '#web/app/session/profile.ts';
import type { Combination, OrderableGarment } from '#web/catalogue/products/catalogue-types.ts';
import {
  type AttributeSelection,
  describeMissingChoice,
  listSizes,
  selectOrderable,
} from '#web/catalogue/products/choosing/attribute-selection.ts';
import { describeShortage } from '#web/catalogue/products/choosing/shortage.ts';
import { findColourFor } from '#web/catalogue/products/choosing/size-stock.ts';
import { useAttributeSelection } from '#web/catalogue/products/choosing/use-attribute-selection.ts';
import { getUnitPrice } from '#web/catalogue/products/price.ts';
import { getNotForSaleReason } from '#web/catalogue/products/purchase-labels.ts';
import { getMaxOrderable } from '#web/catalogue/products/stock-labels.ts';
import { useSizeProposal } from '#web/sizing/kept-sizes/use-size-proposal.ts';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';
import { countEntitled, type GroupStep, type ProductStep, type Unit } from './builder-model.ts';
import type { BuilderState } from './use-builder.ts';

interface Options {
  state: BuilderState;
  garment: OrderableGarment;
  step: GroupStep;
  productStep: ProductStep;
  line: Cart['items'][number] | undefined;
}

/** The values of a line of the cart. */
const toSelection = ({ attributes }: Cart['items'][number]): AttributeSelection =>
  Object.fromEntries(attributes.map(({ id, value }) => [id, Number(value)]));

/** The quantity to begin with: what is still needed, at least one. */
export function getInitialQuantity({ progress }: ProductStep, step: GroupStep, unit: Unit, max: number): number {
  const needed = (progress ?? step.progress).needed;
  const wanted = unit === 'pieces' || needed > 0 ? needed : 1;
  return Math.max(1, Math.min(max, wanted));
}

/** Colour, size, fit and quantity of a garment, with what limits them. The kept or advised size is selected until another is chosen. */
export function useGarmentChoice({ state, garment, step, productStep, line }: Options) {
  const { builder, totals, isPreview } = state;
  // Not that of the administrator who previews the wardrobe.
  const { attributes, combinations } = garment;
  const help = useSizeProposal({ garmentId: garment.id, sizes: listSizes(attributes), isWanted: !isPreview });
  const { valueIds, sizes } = help;
  const defaults = useMemo(
    () =>
      line
        ? toSelection(line)
        : selectOrderable(attributes, combinations, valueIds, findColourFor({ attributes, combinations }, sizes)),
    [line, attributes, combinations, valueIds, sizes],
  );
  const chosen = useAttributeSelection(garment, defaults);
  const { selection, combination } = chosen;
  const [typed, setQuantity] = useState<number>();
  const [invalidText, setInvalidText] = useState<string>();

  const current = line?.quantity ?? 0;
  const coveredCurrent = line ? current - line.beyondQuantity : 0;
  const getNetPrice = useNetPrice(garment, combination, totals.unit === 'money' && !isPreview);
  const costOf = (pieces: number) =>
    totals.unit === 'points' ? productStep.product.points : totals.unit === 'money' ? getNetPrice(pieces) : null;
  const countFor = (pieces: number) => countEntitled(step, productStep, totals, costOf(pieces), coveredCurrent);
  // Larger quantities can cost less a piece, so that a budget is enough for more of them.
  const mostEntitled = Math.max(
    countFor(1),
    ...garment.tierPrices
      .map(({ quantity }) => quantity)
      .filter((quantity) => countFor(quantity) >= quantity)
      .map(countFor),
  );
  const { ownPayment } = productStep.product;
  const isPaidByWearer = ownPayment === 'possible';
  const isLimited = builder.beyond !== 'approval' && !isPaidByWearer;
  const stock = combination ? getMaxOrderable(combination) : Number.POSITIVE_INFINITY;
  const max = Math.min(
    isLimited ? mostEntitled : Number.POSITIVE_INFINITY,
    stock + (line?.combinationId === combination?.id ? current : 0),
  );
  // Under fixed allocation the number is given: only colour, size and fit are chosen.
  const isFixed = builder.isFixedAllocation && productStep.progress !== null;
  const quantity = isFixed
    ? line
      ? current
      : Math.max(1, productStep.progress?.left ?? 1)
    : Math.min(typed ?? (line ? current : getInitialQuantity(productStep, step, totals.unit, max)), Math.max(1, max));

  const cost = costOf(quantity);
  const entitled = countFor(quantity);

  // Another colour or size starts from its own stock.
  const combinationId = combination?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text belongs to the combination
  useEffect(() => setInvalidText(undefined), [combinationId]);

  const textProblem = findQuantityTextProblem(invalidText ?? '');
  const isWithoutPoints = totals.unit === 'points' && productStep.product.points === null;
  const disabledReason =
    (state.canChoose ? undefined : (builder.notices[0] ?? 'Nothing can be ordered at the moment.')) ??
    getNotForSaleReason(garment) ??
    (isWithoutPoints ? 'This garment has no points, so it can’t be ordered.' : undefined) ??
    (textProblem && `Quantity: ${textProblem.toLowerCase()}.`) ??
    describeMissingChoice(garment, selection) ??
    (!combination
      ? 'This combination is not available.'
      : stock < quantity - (line?.combinationId === combinationId ? current : 0)
        ? describeShortage(garment, combination)
        : undefined) ??
    (isLimited && entitled < quantity
      ? totals.budget
        ? 'This garment costs more than you have left.'
        : 'You’ve chosen everything you can here.'
      : undefined);

  return {
    help,
    chosen,
    combination,
    quantity,
    setQuantity,
    invalidText,
    setInvalidText,
    max: Math.max(1, max),
    isFixed,
    cost,
    /** Pieces that the entitlement still covers, apart from those of the line that is being changed; null for no limit. */
    left: Number.isFinite(entitled) ? Math.max(0, entitled - coveredCurrent) : null,
    /** By how many pieces this choice changes what is taken from the entitlement. */
    added: Math.min(quantity, entitled) - coveredCurrent,
    /** Pieces that need an approval. */
    beyond: isLimited || isPaidByWearer ? 0 : Math.max(0, quantity - entitled),
    /** Whether the wearer can pay for more; null where the wardrobe does not say so. */
    ownPayment,
    /** Pieces that the wearer pays by card. */
    own: isPaidByWearer ? Math.max(0, quantity - entitled) : 0,
    /** Everything that the entitlement covers is in the quantity. */
    isAtLimit: quantity >= entitled,
    /** The entitlement covers no more pieces of this garment, whatever the size. */
    isUsedUp: mostEntitled < 1,
    disabledReason,
  };
}

const TAX_INCLUSIVE = 0;
const EXCLUDING_TAX = 10;

/**
 * The price of a piece of a combination without tax, by the number of pieces, in which a budget of money is counted; null while it is not known or hidden.
 * Wearers who see prices with tax need a further call.
 */
function useNetPrice(garment: OrderableGarment, combination: Combination | undefined, isNeeded: boolean) {
  const profile = useProfile();
  const isInclusive = profile?.taxDisplayType === TAX_INCLUSIVE;
  const { data } = useQuery({
    ...apiQuery('GET /api/products/:id', { params: { id: garment.id }, query: { taxId: EXCLUDING_TAX } }),
    staleTime: 30_000,
    enabled: isNeeded && isInclusive && profile.pricesVisible,
  });
  const net = data?.products[0];
  return (pieces: number): number | null => {
    if (!isInclusive) return combination ? getUnitPrice(garment, combination, pieces) : null;
    const own = net?.productAttributeCombinations.find(({ id }) => id === combination?.id);
    return net && own ? getUnitPrice(net, own, pieces) : null;
  };
}
