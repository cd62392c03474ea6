import { useState } from 'react';
import { Link } from 'react-router';
import type { LengthNote } from '#body/lengths.ts';
import type { SizeEnd } from '#body/suggest.ts';
import { paths } from '#web/app/paths.ts';
import { describeEnd, describeFitAreas, describeLengthNotes, hasTapeField, REFUSAL_MESSAGES, toProposedSize } from './advice.ts';
import { MadeToMeasure } from './made-to-measure.tsx';
import { RecommendationText } from './recommendation-text.tsx';
import { useReturnState } from './return-link.tsx';
import css from './size-advice.module.css';
import { useSizeDraft } from './size-draft.ts';
import { describeMissingSize, type FindSizeStock, isObtainable } from './size-stock.ts';
import { SizeWays } from './size-ways.tsx';
import { useWearer } from './stored-body.ts';
import { useLengthUnit } from './use-length-unit.ts';
import type { SizeAdviceState } from './use-size-advice.ts';

const FEMALE = 20;

/** Whether the person whose pages are shown is a woman: as entered for the size, else as in the profile. */
function useIsWoman(): boolean {
  const { wearer, isOwn } = useWearer();
  const draft = useSizeDraft(isOwn ? wearer?.id : undefined);
  return draft ? draft.sex === 'female' : wearer?.gender === FEMALE;
}

// Apart, because the unit of lengths is that of the saved body, which is loaded only for these.

const EndOfSizes = ({ end, isWoman }: { end: SizeEnd; isWoman: boolean }) => (
  <span>{describeEnd(end, isWoman, useLengthUnit())}</span>
);

const LengthNotes = ({ notes }: { notes: readonly LengthNote[] }) => <span>{describeLengthNotes(notes, useLengthUnit())}</span>;

interface Props {
  state: SizeAdviceState;
  /** The garment's sizes, the smallest first. */
  order: readonly number[];
  /** Ids of the selected values. */
  chosen?: readonly number[] | undefined;
  /** Whether the advised size can be ordered; omitted where that is said elsewhere. */
  findStock?: FindSizeStock | undefined;
  /** Selects the advised size and leg; omitted if sizes are not selected one by one. */
  onTake?: ((valueIds: readonly number[]) => void) | undefined;
}

/**
 * The size that is likely to fit, with its probability and what would improve the advice. Used wherever a size is chosen:
 * product page, dialog and size grid. Renders nothing while there is no advice.
 */
export function SizeAdvice({ state, order, chosen = [], findStock, onTake }: Props) {
  const { wearer, isOwn } = useWearer();
  const isWoman = useIsWoman();
  const returnState = useReturnState();
  const [fit, setFit] = useState<{ of: unknown; words: string }>();
  if (state.kind === 'none') return null;
  const toMeasures = (words: string) => (
    <Link to={paths.size()} state={returnState}>
      {words}
    </Link>
  );
  if (state.kind !== 'advised') {
    const isBeyond = state.kind === 'refused' && state.code === 'NO_RECOMMENDATION_PERSON';
    return (
      <p className={css.advice} role="note">
        <span>{state.kind === 'refused' ? state.text : REFUSAL_MESSAGES.NO_MEASUREMENTS}</span>
        {isBeyond && state.end && <EndOfSizes end={state.end} isWoman={isWoman} />}
        {isBeyond && <MadeToMeasure garmentId={state.garmentId} />}
        {isOwn && state.kind === 'unmeasured' && toMeasures('Find your size')}
      </p>
    );
  }
  const { advice } = state;
  const { size, loadFit } = advice;
  const shown = fit?.of === advice ? fit.words : undefined;
  const advised = toProposedSize(advice);
  const stock = findStock?.(advised);
  return (
    <div className={css.advice} role="note" aria-label="Size advice">
      <span>
        <RecommendationText
          garmentId={state.garmentId}
          advice={isOwn ? advice : { ...advice, askFor: null }}
          order={order}
          isWoman={isWoman}
          personName={isOwn ? undefined : wearer?.firstName}
          isObtainable={isObtainable(stock)}
          link={isOwn && hasTapeField(advice.askFor) ? toMeasures : undefined}
        />
        {stock?.missing && ` ${describeMissingSize(advised.label, stock.missing)}`}
      </span>
      {advice.lengths.length > 0 && <LengthNotes notes={advice.lengths} />}
      <span className={css.ways}>
        {onTake && <SizeWays size={advised} stock={stock} chosen={chosen} onTake={onTake} />}
        {loadFit && shown === undefined && (
          <button
            type="button"
            className={css.way}
            onClick={() => void loadFit().then((areas) => setFit({ of: advice, words: describeFitAreas(areas, isWoman) }))}
          >
            How {size} fits
          </button>
        )}
        {isOwn && (
          <Link to={paths.size({ garment: state.garmentId })} state={returnState}>
            See it on your mannequin
          </Link>
        )}
      </span>
      {shown !== undefined && (
        <span className={css.fit} role="status">
          {shown}
        </span>
      )}
    </div>
  );
}
