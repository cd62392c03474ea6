import type { FitPoint } from '#body/garment-chart.ts';
import type { Refusal } from '#body/suggest.ts';
import type { ReplyOf } from '#contract/index.ts';

export type FitLabel = 'Tight' | 'Good' | 'Loose';

/** The recommended size of a garment for a person. */
export interface SizeRecommendation {
  sizeId: number;
  size: string;
  /** How likely it is the right one, 0 to 1. */
  confidence: number;
  /** Names of other sizes that are nearly as likely. */
  alternatives: readonly { sizeId: number; size: string; probability: number }[];
  /** The leg length, for trousers with a separate leg length. */
  leg: { id: number; name: string; probability: number } | null;
  /** The tape measurement that would improve the advice most. */
  askFor: FitPoint | null;
  /** Undefined during impersonation, when the fit is not disclosed. */
  loadFit: (() => Promise<FitArea[]>) | undefined;
}

/** How a size fits at one measuring point. */
export interface FitArea {
  name: string;
  verdict: FitLabel;
}

type Suggestion = ReplyOf<'GET /sizing/suggestion/:id'>['suggestion'];

/** Converts the service's suggestion for display; undefined if it has no size. */
export function toSizeRecommendation(
  suggestion: Suggestion,
  loadFit: SizeRecommendation['loadFit'],
): SizeRecommendation | undefined {
  const { sizeId, size, confidence, alternatives, leg, askFor } = suggestion;
  if (sizeId === null || size === null || confidence === null) return undefined;
  return { sizeId, size, confidence, alternatives, leg, askFor: askFor as FitPoint | null, loadFit };
}

/** The service's texts for the reasons why there is no advice. */
export const REFUSAL_MESSAGES: Readonly<Record<Refusal, string>> = {
  NO_MEASUREMENTS: 'Person does not have any measurements',
  NO_ADVICE_FOR_GARMENT: 'Size advice is not available for this garment',
  NO_RECOMMENDATION_GARMENT: "We don't have a recommendation for this garment",
  NO_RECOMMENDATION_PERSON: "We don't have a recommendation for this person",
};

/** What to do when there is no advice for this reason; undefined where nothing can be done. */
export function describeAlternative(code: string | undefined, isOwn: boolean): string | undefined {
  if (code !== 'NO_RECOMMENDATION_PERSON') return undefined;
  return `None of its sizes is likely to fit${isOwn ? ' you' : ''}. ${describeMadeToMeasure(isOwn)}`;
}

/** What to do when no size fits. */
export const describeMadeToMeasure = (isOwn: boolean) =>
  isOwn
    ? 'Ask the person who manages your uniform for a made-to-measure garment.'
    : 'Ask your supplier for a made-to-measure garment, with special measurements.';

/**
 * Whether the advised size is only the closest one: for most bodies with these answers no size fits. Two sizes between which someone
 * is share the probability, so they count together.
 */
export const isUnlikelyToFit = ({ confidence, alternatives }: Pick<SizeRecommendation, 'confidence' | 'alternatives'>) =>
  alternatives.reduce((total, { probability }) => total + probability, confidence) < 0.5;

const TAPES: Partial<Record<FitPoint, string>> = {
  chest: 'chest',
  waist: 'waist',
  waistNatural: 'waist',
  hip: 'hips',
  neck: 'neck',
  crotchHeight: 'inside leg',
};

/** The everyday name of a measuring point; a woman's chest is her bust. */
const tapeName = (point: string, isWoman: boolean) =>
  isWoman && point === 'chest' ? 'bust' : (TAPES[point as FitPoint] ?? point);

/** Measuring points that have a field on the sizing page. */
export const hasTapeField = (point: FitPoint | null) =>
  point !== null && ['neck', 'chest', 'waist', 'waistNatural', 'hip', 'crotchHeight'].includes(point);

/** The size with its leg: "34 Long". */
export const formatRecommendedSize = ({ size, leg }: Pick<SizeRecommendation, 'size' | 'leg'>) =>
  leg ? `${size} ${leg.name}` : size;

/** A probability as text, at most 99 %. */
export const formatLikelihood = (share: number) => `likely ${Math.min(99, Math.round(share * 100))} %`;

/** Describes the confidence: "likely 71 %; between L and XL". Always includes the probability. */
export function describeRecommendation(
  { sizeId, size, confidence, alternatives, leg, askFor }: Omit<SizeRecommendation, 'loadFit'>,
  /** The garment's sizes, the smallest first. */
  order: readonly number[],
  isWoman: boolean,
) {
  const [next] = alternatives;
  const isSmaller = next && order.indexOf(next.sizeId) < order.indexOf(sizeId);
  const between = next ? `between ${isSmaller ? next.size : size} and ${isSmaller ? size : next.size}` : '';
  const tape = askFor ? `measure your ${tapeName(askFor, isWoman)} to be sure` : '';
  const likely = leg
    ? `size ${formatLikelihood(confidence)}, leg ${formatLikelihood(leg.probability)}`
    : formatLikelihood(confidence);
  return { likely, rest: [between, tape].filter(Boolean).join(', ') };
}

const FITS: Record<FitLabel, string> = { Tight: 'close', Good: 'good', Loose: 'roomy' };

/** Describes the fit by area: "Chest good, waist roomy". */
export function describeFitAreas(areas: readonly FitArea[], isWoman: boolean): string {
  const words = areas.map(({ name, verdict }) => `${tapeName(name, isWoman)} ${FITS[verdict]}`).join(', ');
  return words === '' ? '' : `${words[0]?.toUpperCase()}${words.slice(1)}.`;
}
