import { useEffect, useMemo, useState } from 'react';
import type { Cart } from '#web/app/cart.ts';
import { useProfile } from '#web/app/session/profile.ts';
import type { OrderableGarment } from '#web/catalogue/products/catalogue-types.ts';
import {
  type AttributeSelection,
  getInitialSelection,
  hasSizes,
  listMissingAttributes,
  listValueStates,
} from '#web/catalogue/products/choosing/attribute-selection.ts';
import { useAttributeSelection } from '#web/catalogue/products/choosing/use-attribute-selection.ts';
import { getNotForSaleReason } from '#web/catalogue/products/purchase-labels.ts';
import { getMaxOrderable } from '#web/catalogue/products/stock-labels.ts';
import { getAdvisedLegId, getAdvisedSizeId, type SizeAdviceState, useSizeAdvice } from '#web/sizing/use-size-advice.ts';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';
import { type GroupStep, getMaxPieces, type ProductStep, type Unit } from './builder-model.ts';
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

/** The advised size and leg, as far as they can be ordered in the colour that is shown first. */
export function toAdvisedSelection({ attributes, combinations }: OrderableGarment, advice: SizeAdviceState): AttributeSelection {
  const advised = [getAdvisedSizeId(advice), getAdvisedLegId(advice)];
  const initial = getInitialSelection(attributes, combinations);
  const selection: Record<number, number> = {};
  for (const attribute of attributes) {
    const value = listValueStates(attribute, combinations, { ...initial, ...selection }).find(
      ({ value: { id }, disabled }) => !disabled && advised.includes(id),
    );
    if (value) selection[attribute.id] = value.value.id;
  }
  return selection;
}

/** The quantity to begin with: what is still needed, at least one. */
export function getInitialQuantity({ progress }: ProductStep, step: GroupStep, unit: Unit, max: number): number {
  const needed = (progress ?? step.progress).needed;
  const wanted = unit === 'pieces' || needed > 0 ? needed : 1;
  return Math.max(1, Math.min(max, wanted));
}

/** Colour, size, fit and quantity of a garment, with what limits them. The advised size is selected until another is chosen. */
export function useGarmentChoice({ state, garment, step, productStep, line }: Options) {
  const { builder, totals, isPreview } = state;
  const profile = useProfile();
  // Not that of the administrator who previews the wardrobe.
  const advice = useSizeAdvice(garment.id, hasSizes(garment) && !isPreview);
  const defaults = useMemo(() => (line ? toSelection(line) : toAdvisedSelection(garment, advice)), [line, garment, advice]);
  const { selection, choose, combination } = useAttributeSelection(garment, defaults);
  const [typed, setQuantity] = useState<number>();
  const [invalidText, setInvalidText] = useState<string>();

  const current = line?.quantity ?? 0;
  // The budget of money is without tax, so a price that includes tax says nothing about it.
  const price = profile?.taxDisplayType === 0 ? null : (combination?.price ?? null);
  const cost = totals.unit === 'points' ? productStep.product.points : totals.unit === 'money' ? price : null;
  const entitled = getMaxPieces(builder, step, productStep, totals, cost, current);
  const stock = combination ? getMaxOrderable(combination) : Number.POSITIVE_INFINITY;
  const max = Math.min(entitled, stock + (line?.combinationId === combination?.id ? current : 0));
  // Under fixed allocation the number is given: only colour, size and fit are chosen.
  const isFixed = builder.isFixedAllocation && productStep.progress !== null;
  const quantity = isFixed
    ? line
      ? current
      : Math.max(1, productStep.progress?.left ?? 1)
    : Math.min(typed ?? (line ? current : getInitialQuantity(productStep, step, totals.unit, max)), Math.max(1, max));

  // Another colour or size starts from its own stock.
  const combinationId = combination?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text belongs to the combination
  useEffect(() => setInvalidText(undefined), [combinationId]);

  const missing = listMissingAttributes(garment.attributes, selection);
  const textProblem = findQuantityTextProblem(invalidText ?? '');
  const isWithoutPoints = totals.unit === 'points' && productStep.product.points === null;
  const disabledReason =
    (state.canChoose ? undefined : (builder.notices[0] ?? 'Nothing can be ordered at the moment.')) ??
    getNotForSaleReason(garment) ??
    (isWithoutPoints ? 'This garment has no points, so it can’t be ordered.' : undefined) ??
    (textProblem && `Quantity: ${textProblem.toLowerCase()}.`) ??
    (missing.length > 0 ? `Choose ${missing.map((name) => `a ${name}`).join(' and ')} first.` : undefined) ??
    (!combination ? 'This combination is not available.' : undefined) ??
    (stock < quantity - (line?.combinationId === combinationId ? current : 0) ? 'There is not enough in stock.' : undefined) ??
    (entitled < quantity
      ? totals.budget
        ? 'Your budget is not enough for this garment.'
        : 'Nothing is left for you to choose here.'
      : undefined);

  return {
    advice,
    selection,
    choose,
    combination,
    quantity,
    setQuantity,
    invalidText,
    setInvalidText,
    max: Math.max(1, max),
    isFixed,
    cost,
    /** Nothing more can be chosen of this garment, whatever the size. */
    isUsedUp: entitled < 1,
    disabledReason,
  };
}
