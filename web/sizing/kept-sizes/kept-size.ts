import { weighKeptSize } from '#body/kept-size.ts';
import type { ReplyOf } from '#contract/index.ts';
import { formatMonth } from '#web/ui/format/format.ts';
import { toProposedSize } from '../advice.ts';
import type { ProposedSize } from '../size-stock.ts';
import type { SizeAdviceState } from '../use-size-advice.ts';

/** The size of a garment that someone has kept. */
export type KeptSize = ReplyOf<'GET /api/keptsizes'>['keptSizes'][number];

/** The size to begin with. */
export type SizeProposal =
  /** Nothing is known, or not yet. */
  | { kind: 'none' }
  /** From measurements. */
  | { kind: 'advised'; size: ProposedSize }
  | { kind: 'kept'; kept: KeptSize; size: ProposedSize }
  /** Kept, but measurements or the person say otherwise: neither is selected. */
  | { kind: 'asked'; kept: KeptSize; because: 'fit' | 'measurements'; size: ProposedSize; other: ProposedSize | undefined };

/** The sizes of a garment by id, the smallest first. */
export type NamedSizes = readonly { id: number; name: string }[];

const toProposedAdvice = (state: SizeAdviceState): ProposedSize | undefined =>
  state.kind === 'advised' ? toProposedSize(state.advice) : undefined;

/** The size to begin with: the kept one leads over the advised one, and where they are far apart it is asked. */
export function proposeSize(sizes: NamedSizes, kept: KeptSize | undefined, advice: SizeAdviceState): SizeProposal {
  const advised = toProposedAdvice(advice);
  if (!kept) return advised ? { kind: 'advised', size: advised } : { kind: 'none' };
  const valueIds = kept.values.map(({ id }) => id);
  const size = { sizeId: kept.sizeId, valueIds, label: kept.values.map(({ name }) => name).join(' ') };
  const verdict = weighKeptSize(
    sizes.map(({ id }) => id),
    kept,
    advised?.sizeId,
  );
  if (verdict.kind === 'propose') return { kind: 'kept', kept, size };
  return { kind: 'asked', kept, because: verdict.because, size, other: findOther(verdict.otherId, sizes, size, advised) };
}

/** The other size of a question: the advised one, or the next with the same fit. */
function findOther(
  otherId: number | undefined,
  sizes: NamedSizes,
  kept: ProposedSize,
  advised: ProposedSize | undefined,
): ProposedSize | undefined {
  if (otherId === advised?.sizeId) return advised;
  const other = sizes.find(({ id }) => id === otherId);
  return (
    other && {
      sizeId: other.id,
      valueIds: kept.valueIds.map((id) => (id === kept.sizeId ? other.id : id)),
      label: other.name,
    }
  );
}

const NOTHING: readonly number[] = [];

/** Ids of the values that are selected until the person chooses others. */
export const listProposedValues = (proposal: SizeProposal): readonly number[] =>
  proposal.kind === 'advised' || proposal.kind === 'kept' ? proposal.size.valueIds : NOTHING;

/** The sizes of a proposal, the kept one first. */
export const listProposedSizes = (proposal: SizeProposal): readonly ProposedSize[] =>
  proposal.kind === 'none' ? [] : proposal.kind === 'asked' && proposal.other ? [proposal.size, proposal.other] : [proposal.size];

/** "You have kept 8 since October 2025", or "Gemma has kept …". */
const describeKept = ({ kept, size }: { kept: KeptSize; size: ProposedSize }, name: string | undefined) =>
  `${name === undefined ? 'You have' : `${name} has`} kept ${size.label} since ${formatMonth(kept.sinceOn)}`;

/** The sentence about a kept size, with the question where it is asked and `isOpen`: not chosen yet, and both can be. `name` is that of someone else. */
export function describeKeptSize(
  proposal: Extract<SizeProposal, { kind: 'kept' | 'asked' }>,
  garmentId: number,
  name: string | undefined,
  isOpen = true,
): string {
  const kept = describeKept(proposal, name);
  const of = proposal.kept.keptProductId === garmentId ? '' : `, of ${proposal.kept.keptProductName}`;
  if (proposal.kind === 'kept') return `${kept}${of}.`;
  const question = !isOpen ? '' : name === undefined ? ' Which do you want?' : ' Which should be ordered?';
  if (proposal.because === 'measurements')
    return `${kept}${of}. ${name === undefined ? 'Your' : `${name}’s`} measurements suggest ${proposal.other?.label}.${question}`;
  const said = `said that it is too ${proposal.kept.fit === 'tooSmall' ? 'small' : 'big'}`;
  return `${kept}${of}, and ${said}.${question}`;
}
