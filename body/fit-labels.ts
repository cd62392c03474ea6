import type { classifyFit, PointFit } from './fit.ts';
import type { FitPoint } from './garment-chart.ts';
import type { SizeAdvice, Suggestion } from './suggest.ts';

/** How a size fits, in the three labels of the wire. */
export type FitLabel = 'Tight' | 'Good' | 'Loose';

const FIT_LABELS: Record<ReturnType<typeof classifyFit>, FitLabel> = {
  tooTight: 'Tight',
  snug: 'Tight',
  good: 'Good',
  roomy: 'Loose',
  tooBig: 'Loose',
};

/** The label of a fit at one point. */
export const getFitLabel = (point: Pick<PointFit, 'class'>): FitLabel => FIT_LABELS[point.class];

/** The label of a whole size: that of its decisive point. */
export function getOverallFitLabel({ points }: SizeAdvice, primary: FitPoint | undefined): FitLabel {
  const decides = points.find(({ point }) => point === primary) ?? points[0];
  return decides ? getFitLabel(decides) : 'Good';
}

/** An alternative to the best size is shown when it is at least this probable. */
const WORTH_NAMING = 0.1;

/** At most two probable alternatives, the most probable first. */
export const listAlternatives = ({ best, sizes }: Suggestion): SizeAdvice[] =>
  sizes
    .filter((size) => size !== best && size.probability >= WORTH_NAMING)
    .sort((one, other) => other.probability - one.probability)
    .slice(0, 2);
