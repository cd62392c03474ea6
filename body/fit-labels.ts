import type { classifyFit, PointFit } from './fit.ts';
import type { FitPoint } from './garment-chart.ts';
import type { SizeAdvice, Suggestion } from './suggest.ts';

/** How a size fits, in the three words of the wire. */
export type FitLabel = 'Tight' | 'Good' | 'Loose';

const FIT_LABELS: Record<ReturnType<typeof classifyFit>, FitLabel> = {
  tooTight: 'Tight',
  snug: 'Tight',
  good: 'Good',
  roomy: 'Loose',
  tooBig: 'Loose',
};

/** How a size fits at one point, in a word. */
export const getFitLabel = (point: Pick<PointFit, 'class'>): FitLabel => FIT_LABELS[point.class];

/** The verdict on a whole size: that of the point that decides. */
export function getOverallFitLabel({ points }: SizeAdvice, primary: FitPoint | undefined): FitLabel {
  const decides = points.find(({ point }) => point === primary) ?? points[0];
  return decides ? getFitLabel(decides) : 'Good';
}

/** A size beside the best one is worth naming when it is at least this probable. */
const WORTH_NAMING = 0.1;

/** The next most probable sizes that are worth naming, the most probable first; at most two. */
export const listAlternatives = ({ best, sizes }: Suggestion): SizeAdvice[] =>
  sizes
    .filter((size) => size !== best && size.probability >= WORTH_NAMING)
    .sort((one, other) => other.probability - one.probability)
    .slice(0, 2);
