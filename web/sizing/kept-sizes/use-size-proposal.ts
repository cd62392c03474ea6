import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '#web/app/api.ts';
import type { ProposedSize } from '../size-stock.ts';
import { useWearer } from '../stored-body.ts';
import { isToSelect, type SizeAdviceState, useSizeAdvice } from '../use-size-advice.ts';
import { listProposedSizes, listProposedValues, type NamedSizes, proposeSize, type SizeProposal } from './kept-size.ts';

/** Someone for whom a size is chosen on the pages of another. */
interface SizedPerson {
  id: number;
  name: string;
}

/** What is known about the size of a garment for a person. */
export interface SizeHelpState {
  advice: SizeAdviceState;
  proposal: SizeProposal;
  /** Ids of the values that are selected until others are chosen; the same array until they change. */
  valueIds: readonly number[];
  /** The sizes that are proposed, whether or not one is selected; the same array until they change. */
  sizes: readonly ProposedSize[];
  /** The value to highlight among the sizes, and why. */
  marked: { sizeId: number; word: 'advised' | 'kept' } | undefined;
  /** The name of someone else whose size it is. */
  personName: string | undefined;
}

const NOTHING: readonly number[] = [];

interface Options {
  garmentId: number;
  /** Its sizes, the smallest first. */
  sizes: NamedSizes;
  /** Whether a size is wanted; no request is made otherwise. */
  isWanted: boolean;
  /** For whom, where that is not the person whose pages are shown. Their measurements are not used. */
  person?: SizedPerson | undefined;
}

/** Which value of an attribute to highlight, and why. */
export function findMark({ marked, valueIds }: SizeHelpState, { role, attributeValues }: SizedAttribute) {
  const advised = role === 'size' ? marked?.sizeId : attributeValues.find(({ id }) => valueIds.includes(id))?.id;
  return { advised, advisedWord: marked?.word };
}

interface SizedAttribute {
  role: string | null;
  attributeValues: NamedSizes;
}

/** The sizes that someone has kept, or the person in effect. They change only when something is sent or comes back, or someone says how it fits. */
const keptSizesQuery = (customerId?: number) => ({
  ...apiQuery('GET /api/keptsizes', customerId === undefined ? {} : { query: { customerId } }),
  staleTime: 60_000,
});

/** The size to begin with: what the person has kept, otherwise what their measurements advise. Nothing is proposed before both are known. */
export function useSizeProposal({ garmentId, sizes, isWanted, person }: Options): SizeHelpState {
  const { wearer, isOwn } = useWearer();
  const isSized = isWanted && sizes.length > 1;
  const advice = useSizeAdvice(garmentId, isSized && !person);
  const { data, isPending } = useQuery({ ...keptSizesQuery(person?.id), enabled: isSized });
  const kept = isSized ? data?.keptSizes.find(({ productId }) => productId === garmentId) : undefined;
  const isUnknown = isSized && (isPending || (advice.kind === 'none' && advice.isLoading === true));
  const proposal = useMemo(
    (): SizeProposal => (isUnknown ? { kind: 'none' } : proposeSize(sizes, kept, advice)),
    [isUnknown, sizes, kept, advice],
  );
  const proposed = useMemo(() => listProposedSizes(proposal), [proposal]);
  const marked =
    proposal.kind === 'kept' || proposal.kind === 'advised'
      ? ({ sizeId: proposal.size.sizeId, word: proposal.kind } as const)
      : undefined;
  const personName = person?.name ?? (isOwn ? undefined : wearer?.firstName);
  // A size that is too tight somewhere, or that is only the closest one, is for the person to choose.
  const valueIds = proposal.kind === 'advised' && !isToSelect(advice) ? NOTHING : listProposedValues(proposal);
  return { advice, proposal, valueIds, sizes: proposed, marked, personName };
}
