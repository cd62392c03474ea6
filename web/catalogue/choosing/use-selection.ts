import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useAhead } from '../ahead.ts';
import type { Garment } from '../catalogue-types.ts';
import { readSelection, writeSelection } from './choice-address.ts';
import { chosenCombination, initialSelection, type Selection } from './choices.ts';

/** The chosen values of a garment, kept in the address, so that a link brings back the same garment. */
export function useSelection(garment: Garment) {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const { attributes, combinations } = garment;
  const written = useMemo<Selection>(
    () => ({ ...initialSelection(attributes, combinations), ...readSelection(attributes, address) }),
    [attributes, combinations, address],
  );
  const [selection, want] = useAhead(written);
  const choose = (valueIds: readonly number[]) => {
    const chosen: Record<number, number> = { ...selection };
    for (const { id, attributeValues } of attributes)
      for (const value of attributeValues) if (valueIds.includes(value.id)) chosen[id] = value.id;
    want(chosen);
    setAddress((before) => writeSelection(attributes, before, chosen), { replace: true, preventScrollReset: true, state });
  };
  const combination = useMemo(
    () => chosenCombination(attributes, combinations, selection),
    [attributes, combinations, selection],
  );
  return { selection, choose, combination };
}
