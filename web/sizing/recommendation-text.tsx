import type { ReactNode } from 'react';
import {
  describeMadeToMeasure,
  describeRecommendation,
  formatLikelihood,
  formatRecommendedSize,
  isUnlikelyToFit,
  type SizeRecommendation,
} from './advice.ts';

interface Props {
  advice: Omit<SizeRecommendation, 'loadFit'>;
  /** The garment's sizes, the smallest first. */
  order: readonly number[];
  isWoman: boolean;
  /** The name of the person, if it is someone else's size. */
  personName?: string | undefined;
  /** Links what would improve the advice to the form for it. */
  link?: ((words: string) => ReactNode) | undefined;
}

/** The advised size with its probability, or that none is likely to fit, as a sentence. */
export function RecommendationText({ advice, order, isWoman, personName, link }: Props) {
  const size = <strong>{formatRecommendedSize(advice)}</strong>;
  const start = personName === undefined ? '' : `For ${personName}: `;
  if (isUnlikelyToFit(advice)) {
    return (
      <>
        {start}
        {start ? 'no' : 'No'} size is likely to fit well. The closest is {size}, {formatLikelihood(advice.confidence)}.{' '}
        {describeMadeToMeasure(personName === undefined)}
      </>
    );
  }
  const { likely, rest } = describeRecommendation(advice, order, isWoman);
  return (
    <>
      {start}
      {size}, {likely}
      {rest && <>; {link ? link(rest) : rest}</>}
    </>
  );
}
