import { useMemo } from 'react';
import { useSizeProposal } from '#web/sizing/kept-sizes/use-size-proposal.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { listSizes, selectOrderable } from './attribute-selection.ts';
import { useAttributeSelection } from './use-attribute-selection.ts';

/** The selected values of a garment, and what helps to choose its size. The kept or advised size is selected until another is chosen. */
export function useSizedSelection(garment: OrderableGarment, wearer?: Wearer) {
  const { id, attributes, combinations } = garment;
  const help = useSizeProposal({ garmentId: id, sizes: listSizes(attributes), isWanted: true, person: wearer });
  const { valueIds } = help;
  const defaults = useMemo(() => selectOrderable(attributes, combinations, valueIds), [attributes, combinations, valueIds]);
  return { help, selection: useAttributeSelection(garment, defaults) };
}
