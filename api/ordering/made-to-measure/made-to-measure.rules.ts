import { invalid } from '#api/platform/http/errors.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import {
  type MadeToMeasureStatus,
  MEASURE_LIMITS,
  MEASUREMENT_CONSENT_VERSION,
} from '#contract/ordering/made-to-measure/made-to-measure-limits.ts';

/** What a wearer gave, as it is sealed. */
export type SealedMeasurements = ReplyOf<'GET /api/madetomeasure/:id/measurements'>;

/** How long a request waits for measurements or an answer. */
export const UNANSWERED_DAYS = 180;
/** How long measurements are kept after everything of their line was sent or cancelled: for repairs. */
export const KEPT_AFTER_DAYS = 60;

/** What can be done with a request, and in which statuses. `order` again once its line was cancelled, which the query decides. */
export const MADE_TO_MEASURE_TRANSITIONS = {
  measure: { from: ['asked'], to: 'requested' },
  answer: { from: ['requested'], to: 'answered' },
  decline: { from: ['asked', 'requested'], to: 'declined' },
  withdraw: { from: ['asked', 'requested', 'answered'], to: 'withdrawn' },
  order: { from: ['answered', 'ordered'], to: 'ordered' },
  make: { from: ['ordered'], to: 'made' },
} as const satisfies Record<string, { from: readonly MadeToMeasureStatus[]; to: MadeToMeasureStatus }>;

/** One of them. */
export type MadeToMeasureAction = keyof typeof MADE_TO_MEASURE_TRANSITIONS;

const ENDED: Readonly<Record<MadeToMeasureStatus, string>> = {
  asked: 'The wearer has not given measurements yet.',
  requested: 'The supplier has not answered this request yet.',
  answered: 'This request has been answered.',
  declined: 'The supplier has declined this request.',
  withdrawn: 'The wearer has withdrawn this request, and the measurements are deleted.',
  expired: 'This request has expired. Please ask again.',
  ordered: 'This garment is in an order.',
  made: 'This garment has been made.',
};

/** Why a request in this status cannot be changed so, as a sentence. */
export const explainStatus = (status: MadeToMeasureStatus): string => ENDED[status];

/** Marks that change how text around them is read, and other invisible ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const MEASURE_NAME = /^[\p{L}\p{M}\p{N} .,()'’/+-]+$/u;
const CENTIMETRES = { 0: 1, 2: 2.54 } as Readonly<Record<number, number>>;

/** What a wearer gave, ready to be sealed. Throws 422. */
export function readMeasurements({
  measurements,
  comments,
  consentVersion,
}: Pick<BodyOf<'POST /api/madetomeasure/:id/measurements'>, 'measurements' | 'comments' | 'consentVersion'>): SealedMeasurements {
  if (consentVersion !== MEASUREMENT_CONSENT_VERSION)
    throw invalid('consentVersion', 'Please agree that the measurements are stored for the maker.');
  const read = measurements.map(({ name, value, unit }) => ({ name: name.trim(), value, unit }));
  for (const [index, { name, value, unit }] of read.entries()) {
    if (name === '') throw invalid(`measurements[${index}].name`, 'Each measurement needs a name.');
    if (!MEASURE_NAME.test(name))
      throw invalid(`measurements[${index}].name`, 'The name of a measurement can have letters, digits and punctuation only.');
    const length = value * (CENTIMETRES[unit] ?? 1);
    if (length < MEASURE_LIMITS.min || length > MEASURE_LIMITS.max)
      throw invalid(
        `measurements[${index}].value`,
        `A measurement must be from ${MEASURE_LIMITS.min} to ${MEASURE_LIMITS.max} cm.`,
      );
  }
  if (new Set(read.map(({ name }) => name.toLowerCase())).size < read.length)
    throw invalid('measurements', 'Each measurement can be given once.');
  const note = (comments ?? '').replaceAll(INVISIBLE, (sign) => (sign === '\n' ? sign : '')).trim();
  return { measurements: read, comments: note || null };
}
