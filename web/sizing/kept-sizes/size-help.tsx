import css from '../size-advice.module.css';
import { SizeAdvice } from '../size-advice.tsx';
import { describeKeptSize } from './kept-size.ts';
import type { SizeHelpState } from './use-size-proposal.ts';

interface Props {
  garmentId: number;
  state: SizeHelpState;
  /** The garment's sizes, the smallest first. */
  order: readonly number[];
  /** Ids of the selected values. */
  chosen?: readonly number[] | undefined;
  /** Selects a size with its leg or fit; omitted if sizes are not selected one by one. */
  onTake?: ((valueIds: readonly number[]) => void) | undefined;
}

/** What helps to choose a size: the one that the person has kept, and the one that is likely to fit. Nothing while neither is known. */
export function SizeHelp({ garmentId, state, order, chosen = [], onTake }: Props) {
  const { advice, proposal, personName } = state;
  const isKept = proposal.kind === 'kept' || proposal.kind === 'asked';
  // Whoever has a size that fits need not be measured.
  const isAdviceShown = !isKept || advice.kind === 'advised';
  const isChosen = chosen.some((id) => order.includes(id));
  return (
    <>
      {isKept && (
        <div className={css.advice} role="note" aria-label="Size kept">
          <span>{describeKeptSize(proposal, garmentId, personName, isChosen)}</span>
          {onTake && (
            <span className={css.ways}>
              {(proposal.kind === 'asked' ? [proposal.size, proposal.other] : [proposal.size]).map(
                (size) =>
                  size &&
                  !size.valueIds.every((id) => chosen.includes(id)) && (
                    <button key={size.sizeId} type="button" className={css.way} onClick={() => onTake(size.valueIds)}>
                      Choose {size.label}
                    </button>
                  ),
              )}
            </span>
          )}
        </div>
      )}
      {isAdviceShown && (
        <SizeAdvice
          state={advice}
          order={order}
          chosen={chosen}
          onTake={proposal.kind === 'asked' && proposal.because === 'measurements' ? undefined : onTake}
        />
      )}
    </>
  );
}
