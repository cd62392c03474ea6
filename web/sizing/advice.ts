import type { FitPoint } from '#body/garment-chart.ts';
import type { LengthNote } from '#body/lengths.ts';
import type { Refusal, SizeEnd } from '#body/suggest.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { ProposedSize } from './size-stock.ts';
import { formatLength } from './units.ts';

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
  /** No size fits all parts of the body: this is the least wrong one. */
  hasConflict: boolean;
  /** Which parts need which sizes; null without a conflict, and for someone else. */
  conflict: {
    fits: { point: string; size: string } | null;
    /** A size of null: more than the largest. */
    needs: { point: string; size: string | null };
  } | null;
  /** What will be short or long in every size; empty for someone else. */
  lengths: readonly LengthNote[];
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
  const { sizeId, size, confidence, askFor, ...rest } = suggestion;
  if (sizeId === null || size === null || confidence === null) return undefined;
  return { ...rest, sizeId, size, confidence, askFor: askFor as FitPoint | null, loadFit };
}

/** The service's texts for the reasons why there is no advice. */
export const REFUSAL_MESSAGES: Readonly<Record<Refusal, string>> = {
  NO_MEASUREMENTS: 'Person does not have any measurements',
  NO_ADVICE_FOR_GARMENT: 'Size advice is not available for this garment',
  NO_RECOMMENDATION_GARMENT: "We don't have a recommendation for this garment",
  NO_RECOMMENDATION_PERSON: "We don't have a recommendation for this person",
};

/** Where the sizes end, for someone beyond them: "The largest size is 4XL, made for a chest of up to 148 cm." */
export function describeEnd({ point, end, size, madeFor }: SizeEnd, isWoman: boolean, unit: 'cm' | 'inches'): string {
  const name = tapeName(point, isWoman);
  const what = name === 'hips' ? 'hips' : `a ${name}`;
  const limit = end === 'largest' ? `up to ${formatLength(madeFor, unit)}` : `${formatLength(madeFor, unit)} or more`;
  return `The ${end} size is ${size}, made for ${what} of ${limit}.`;
}

/** "Sleeves will probably be about 5 cm short." Empty when nothing is noticeable. */
export const describeLengthNotes = (notes: readonly LengthNote[], unit: 'cm' | 'inches'): string =>
  notes
    .map(
      ({ part, is, cm }) =>
        `${capitalise(part)} will probably be about ${formatLength(cm, unit)} ${is === 'short' ? 'too short' : 'too long'}.`,
    )
    .join(' ');

/**
 * Whether the advised size is only the closest one: for most bodies with these answers no size fits. Two sizes between which someone
 * is share the probability, so they count together.
 */
export const isUnlikelyToFit = ({ confidence, alternatives }: Pick<SizeRecommendation, 'confidence' | 'alternatives'>) =>
  alternatives.reduce((total, { probability }) => total + probability, confidence) < 0.5;

/** Whether the size may be selected for the person without asking. */
export const isSafeToSelect = (advice: Pick<SizeRecommendation, 'confidence' | 'alternatives' | 'hasConflict'>) =>
  !advice.hasConflict && !isUnlikelyToFit(advice);

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

/** The values of the advised size and its leg, to select them. */
export const toProposedSize = (advice: Pick<SizeRecommendation, 'sizeId' | 'size' | 'leg'>): ProposedSize => ({
  sizeId: advice.sizeId,
  valueIds: advice.leg ? [advice.sizeId, advice.leg.id] : [advice.sizeId],
  label: formatRecommendedSize(advice),
});

/** A probability as text, at most 99%. */
export const formatPercent = (share: number) => `${Math.min(99, Math.round(share * 100))}%`;

/** The probability of the size, and of its leg: "Size 12: 49%. Short leg: 54%." */
export const formatSizeFigures = ({ size, confidence, leg }: Pick<SizeRecommendation, 'size' | 'confidence' | 'leg'>) =>
  [`Size ${size}: ${formatPercent(confidence)}.`, leg && `${leg.name} leg: ${formatPercent(leg.probability)}.`]
    .filter(Boolean)
    .join(' ');

/** The advice in sentences that follow the name of the size. */
interface RecommendationWords {
  /** "is most likely to fit (43%)." */
  fit: string;
  /** "You're between XS and S" */
  between: string | undefined;
  /** "measure your bust to be sure" */
  tape: string | undefined;
}

/** Describes the confidence, always with the probability. */
export function describeRecommendation(
  { sizeId, size, confidence, alternatives, leg, askFor }: Omit<SizeRecommendation, 'loadFit'>,
  /** The garment's sizes, the smallest first. */
  order: readonly number[],
  isWoman: boolean,
  /** The name of the person, if it is someone else's size. */
  personName?: string | undefined,
  /** Whether it can be ordered in any colour. */
  isObtainable = true,
): RecommendationWords {
  const place = order.indexOf(sizeId);
  // No one is between sizes that have another one between them.
  const next = alternatives.find((other) => Math.abs(order.indexOf(other.sizeId) - place) === 1 && order.includes(other.sizeId));
  const isSmaller = next && order.indexOf(next.sizeId) < place;
  const who = personName === undefined ? 'You’re' : `${personName} is`;
  const isMostLikely = alternatives.every(({ probability }) => probability <= confidence);
  const claim = isMostLikely ? 'is most likely to fit' : isObtainable ? 'is the size to choose' : 'would be the size to choose';
  return {
    fit: leg ? `${claim}. ${formatSizeFigures({ size, confidence, leg })}` : `${claim} (${formatPercent(confidence)}).`,
    between: next && `${who} between ${isSmaller ? next.size : size} and ${isSmaller ? size : next.size}`,
    tape: askFor ? `measure your ${tapeName(askFor, isWoman)} to be sure` : undefined,
  };
}

/** `describeRecommendation` as one text: "S is most likely to fit (43%). You’re between XS and S: measure your bust to be sure." */
export function joinRecommendation(name: string, { fit, between, tape }: RecommendationWords): string {
  const rest = between && tape ? `${between}: ${tape}.` : between ? `${between}.` : tape ? `${capitalise(tape)}.` : '';
  return [`${name} ${fit}`, rest].filter(Boolean).join(' ');
}

export const capitalise = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** "Hips fit 14, the waist needs 20." Without the parts, which only the person may know, that no size fits. */
export function describeSizeConflict(
  { conflict, size }: Pick<SizeRecommendation, 'conflict' | 'size'>,
  isWoman: boolean,
): string {
  if (!conflict) return `No size fits everywhere. The closest is ${size}.`;
  const { fits, needs } = conflict;
  const part = `the ${tapeName(needs.point, isWoman)}`;
  const verb = tapeName(needs.point, isWoman) === 'hips' ? 'need' : 'needs';
  const want = needs.size === null ? `${part} ${verb} more than the largest size` : `${part} ${verb} ${needs.size}`;
  if (!fits) return `${capitalise(want)}.`;
  const name = tapeName(fits.point, isWoman);
  return `${capitalise(name)} ${name === 'hips' ? 'fit' : 'fits'} ${fits.size}, ${want}.`;
}

/** What to do where parts of the body need different sizes; made to measure is offered after it. */
export function describeConflictChoice({ conflict, size }: Pick<SizeRecommendation, 'conflict' | 'size'>): string {
  const isWaist = conflict?.needs.point === 'waist' || conflict?.needs.point === 'waistNatural';
  // Only what is worn from the waist down is made with an elastic waist.
  const isLower = conflict?.fits?.point === 'hip';
  const other =
    isWaist && isLower
      ? 'Look for a style with an elastic waist, or try another garment.'
      : isWaist
        ? 'Try another garment with more room at the waist.'
        : 'Try another garment.';
  return conflict?.needs.size === null ? other : `${other} ${size} is the closest of these sizes.`;
}

const FITS: Record<FitLabel, string> = { Tight: 'close', Good: 'good', Loose: 'roomy' };

/** Describes the fit by area: "Chest good, waist roomy". */
export function describeFitAreas(areas: readonly FitArea[], isWoman: boolean): string {
  const words = areas.map(({ name, verdict }) => `${tapeName(name, isWoman)} ${FITS[verdict]}`).join(', ');
  return words === '' ? '' : `${capitalise(words)}.`;
}
