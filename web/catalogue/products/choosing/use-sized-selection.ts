import { useMemo } from 'react';
import { useSizeProposal } from '#web/sizing/kept-sizes/use-size-proposal.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { listSizes, selectOrderable } from './attribute-selection.ts';
import { findColourFor } from './size-stock.ts';
import { useAttributeSelection } from './use-attribute-selection.ts';

const NOTHING: readonly number[] = [];

/**
 * The selected values of a garment, and what helps to choose its size. A kept size is selected until another is chosen; one that is only advised is taken by hand.
 * The garment is shown in a colour that has the size.
 */
export function useSizedSelection(garment: OrderableGarment, wearer?: Wearer) {
  const { id, attributes, combinations } = garment;
  const help = useSizeProposal({ garmentId: id, sizes: listSizes(attributes), isWanted: true, person: wearer });
  const kept = help.proposal.kind === 'kept' ? help.valueIds : NOTHING;
  const { sizes } = help;
  const defaults = useMemo(
    () => selectOrderable(attributes, combinations, kept, findColourFor({ attributes, combinations }, sizes)),
    [attributes, combinations, kept, sizes],
  );
  return { help, selection: useAttributeSelection(garment, defaults) };
}
