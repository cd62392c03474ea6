import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Garment } from '../catalogue-types.ts';
import { readSelection, writeSelection } from './choice-address.ts';
import { chosenCombination, initialSelection, type Selection } from './choices.ts';

/** The chosen values of a garment, kept in the address, so that a link brings back the same garment. */
export function useSelection(garment: Garment) {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const { attributes, combinations } = garment;
  const selection = useMemo<Selection>(
    () => ({ ...initialSelection(attributes, combinations), ...readSelection(attributes, address) }),
    [attributes, combinations, address],
  );
  const choose = useCallback(
    (attributeId: number, valueId: number) =>
      setAddress((before) => writeSelection(attributes, before, { ...selection, [attributeId]: valueId }), {
        replace: true,
        preventScrollReset: true,
        state,
      }),
    [attributes, selection, setAddress, state],
  );
  const combination = useMemo(
    () => chosenCombination(attributes, combinations, selection),
    [attributes, combinations, selection],
  );
  return { selection, choose, combination };
}
