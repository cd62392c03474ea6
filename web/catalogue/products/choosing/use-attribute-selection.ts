import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { OrderableGarment } from '../catalogue-types.ts';
import { useOptimisticUrlState } from '../use-optimistic-url-state.ts';
import { type AttributeSelection, findSelectedCombination, getInitialSelection } from './attribute-selection.ts';
import { parseCombination, parseSelection, updateSelectionSearchParams } from './selection-url-state.ts';

const NO_DEFAULTS: AttributeSelection = {};

/**
 * The selected values of a garment, kept in the URL, so that a link shows the same selection. `defaults` are selected until the
 * person chooses others; the object must be stable.
 */
export function useAttributeSelection(garment: OrderableGarment, defaults = NO_DEFAULTS) {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const { attributes, combinations } = garment;
  const written = useMemo<AttributeSelection>(
    () => ({
      ...getInitialSelection(attributes, combinations),
      ...defaults,
      ...parseCombination(combinations, address),
      ...parseSelection(attributes, address),
    }),
    [attributes, combinations, defaults, address],
  );
  const [selection, want] = useOptimisticUrlState(written);
  const choose = (valueIds: readonly number[]) => {
    const chosen: Record<number, number> = { ...selection };
    for (const { id, attributeValues } of attributes)
      for (const value of attributeValues) if (valueIds.includes(value.id)) chosen[id] = value.id;
    want(chosen);
    setAddress((before) => updateSelectionSearchParams(attributes, before, chosen), {
      replace: true,
      preventScrollReset: true,
      state,
    });
  };
  const combination = useMemo(
    () => findSelectedCombination(attributes, combinations, selection),
    [attributes, combinations, selection],
  );
  return { selection, choose, combination };
}
