import { toProposedSize } from '../advice.ts';
import css from '../size-advice.module.css';
import { SizeAdvice } from '../size-advice.tsx';
import { describeMissingSize, type FindSizeStock, isObtainable } from '../size-stock.ts';
import { SizeWays } from '../size-ways.tsx';
import { describeKeptSize, listProposedSizes } from './kept-size.ts';
import type { SizeHelpState } from './use-size-proposal.ts';

interface Props {
  garmentId: number;
  state: SizeHelpState;
  /** The garment's sizes, the smallest first. */
  order: readonly number[];
  /** Ids of the selected values. */
  chosen?: readonly number[] | undefined;
  /** Whether a size can be ordered. */
  findStock?: FindSizeStock | undefined;
  /** Selects a size with its leg or fit; omitted if sizes are not selected one by one. */
  onTake?: ((valueIds: readonly number[]) => void) | undefined;
}

/** Whether the person is asked which size they want. It is asked above the sizes, everything else is said below them. */
export const isSizeAsked = ({ proposal }: SizeHelpState) => proposal.kind === 'asked';

/** What helps to choose a size: the one that the person has kept, and the one that is likely to fit. Nothing while neither is known. */
export function SizeHelp(props: Props) {
  return (
    <>
      <KeptSizeNote {...props} />
      <FittingSizeNote {...props} />
    </>
  );
}

/** The size that the person has kept, with the question where it is asked. */
export function KeptSizeNote({ garmentId, state, order, chosen = [], findStock, onTake }: Props) {
  const { proposal, personName } = state;
  if (proposal.kind !== 'kept' && proposal.kind !== 'asked') return null;
  const sizes = listProposedSizes(proposal).map((size) => ({ size, stock: findStock?.(size) }));
  const isChosen = chosen.some((id) => order.includes(id));
  const isOpen = !isChosen && sizes.every(({ stock }) => isObtainable(stock));
  const missing = sizes.flatMap(({ size, stock }) => (stock?.missing ? describeMissingSize(size.label, stock.missing) : []));
  return (
    <div className={css.advice} role="note" aria-label="Size kept">
      <span>{[describeKeptSize(proposal, garmentId, personName, isOpen), ...missing].join(' ')}</span>
      {onTake && (
        <span className={css.ways}>
          {sizes.map((each) => (
            <SizeWays key={each.size.sizeId} {...each} chosen={chosen} onTake={onTake} />
          ))}
        </span>
      )}
    </div>
  );
}

/** The size that is likely to fit, or how to find it. Nothing for whoever has a size that fits and was not measured. */
export function FittingSizeNote({ state: { advice, proposal }, order, chosen = [], findStock, onTake }: Props) {
  const isKept = proposal.kind === 'kept' || proposal.kind === 'asked';
  if (isKept && advice.kind !== 'advised') return null;
  // What the note of the kept size says and offers is not repeated.
  const isSaid =
    isKept &&
    advice.kind === 'advised' &&
    listProposedSizes(proposal).some(({ valueIds }) => isSameSize(valueIds, toProposedSize(advice.advice).valueIds));
  return (
    <SizeAdvice
      state={advice}
      order={order}
      chosen={chosen}
      findStock={isSaid ? undefined : findStock}
      onTake={isSaid ? undefined : onTake}
    />
  );
}

const isSameSize = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id));
