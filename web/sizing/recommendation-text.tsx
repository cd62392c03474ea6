import type { ReactNode } from 'react';
import {
  capitalise,
  describeConflictChoice,
  describeRecommendation,
  describeSizeConflict,
  formatPercent,
  formatRecommendedSize,
  isUnlikelyToFit,
  type SizeRecommendation,
} from './advice.ts';
import { MadeToMeasure } from './made-to-measure.tsx';

interface Props {
  advice: Omit<SizeRecommendation, 'loadFit'>;
  /** The garment's sizes, the smallest first. */
  order: readonly number[];
  isWoman: boolean;
  /** The name of the person, if it is someone else's size. */
  personName?: string | undefined;
  garmentId: number;
  /** Whether it can be ordered in any colour. */
  isObtainable?: boolean;
  /** Links what would improve the advice to the form for it. */
  link?: ((words: string) => ReactNode) | undefined;
}

/** The advised size with its probability, or that none is likely to fit and what to do then, in sentences. */
export function RecommendationText({ advice, garmentId, order, isWoman, personName, isObtainable, link }: Props) {
  const size = <strong>{formatRecommendedSize(advice)}</strong>;
  const start = personName === undefined ? '' : `For ${personName}: `;
  if (advice.hasConflict) {
    return (
      <>
        <strong>
          {start}
          {describeSizeConflict(advice, isWoman)}
        </strong>{' '}
        {describeConflictChoice(advice)} <MadeToMeasure garmentId={garmentId} />
      </>
    );
  }
  if (isUnlikelyToFit(advice)) {
    return (
      <>
        {start}
        {start ? 'no' : 'No'} size is likely to fit well. The closest is {size} ({formatPercent(advice.confidence)}).{' '}
        <MadeToMeasure garmentId={garmentId} />
      </>
    );
  }
  const { fit, between, tape } = describeRecommendation(advice, order, isWoman, personName, isObtainable);
  const linked = (words: string) => (link ? link(words) : words);
  return (
    <>
      {start}
      {size} {fit}
      {between && ` ${between}${tape ? ': ' : '.'}`}
      {tape && <>{between ? linked(tape) : <> {linked(capitalise(tape))}</>}.</>}
    </>
  );
}
