import {
  MAX_MEASUREMENTS,
  MEASURE_LIMITS,
  MEASUREMENT_CONSENT_VERSION,
} from '#contract/ordering/made-to-measure/made-to-measure-limits.ts';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';

/** The fields of the form by the names of the server. */
export const MEASUREMENT_SERVER_NAMES = { measurements: 'rows', consentVersion: 'agrees' } as const;

/** A row of the form. The value as it was typed. */
export interface MeasurementRow {
  key: number;
  name: string;
  value: string;
}

/** What the form for measurements holds. */
export interface MeasurementValues {
  rows: MeasurementRow[];
  /** 0 centimetres, 2 inches: for all rows. */
  unit: number;
  comments: string;
  agrees: boolean;
}

/** What a tailor asks for first. Rows that stay empty are not sent. */
const USUAL = ['Chest', 'Waist', 'Hips', 'Shoulder width', 'Sleeve length', 'Back length', 'Neck', 'Inside leg'];

const CENTIMETRES: Readonly<Record<number, number>> = { 0: 1, 2: 2.54 };

/** Measurements that are stored already, with a row for each of the usual ones. */
export function toMeasurementValues(stored: readonly { name: string; value: number; unit: number }[] = []): MeasurementValues {
  const unit = stored[0]?.unit ?? 0;
  const known = stored.filter((each) => each.unit === unit).map(({ name, value }) => ({ name, value: String(value) }));
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  const rest = USUAL.filter((name) => !names.has(name.toLowerCase())).map((name) => ({ name, value: '' }));
  return { rows: [...known, ...rest].map((row, key) => ({ key, ...row })), unit, comments: '', agrees: false };
}

const isFilled = ({ value }: MeasurementRow) => value.trim() !== '';
const parse = (value: string) => Number(value.trim().replace(',', '.'));

/** What is wrong with a row, by its fields. */
export function findRowProblems({ name, value }: MeasurementRow, unit: number): { name?: string; value?: string } {
  if (value.trim() === '') return {};
  const { min, max } = MEASURE_LIMITS;
  const length = parse(value) * (CENTIMETRES[unit] ?? 1);
  return {
    ...(name.trim() === '' && { name: 'Describe what was measured.' }),
    ...(!(length >= min && length <= max) && { value: unit === 2 ? 'Enter 0.4 to 118 inches.' : `Enter ${min} to ${max} cm.` }),
  };
}

/** What keeps the measurements from being sent, by field. */
export function checkMeasurements({ rows, unit, agrees }: MeasurementValues): FieldErrors {
  const filled = rows.filter(isFilled);
  const wrong = filled.filter((row) => Object.keys(findRowProblems(row, unit)).length > 0);
  return {
    ...(filled.length === 0 && { rows: 'Enter at least one measurement.' }),
    ...(wrong.length > 0 && { rows: 'Please check the marked measurements.' }),
    ...(filled.length > MAX_MEASUREMENTS && { rows: `Enter at most ${MAX_MEASUREMENTS} measurements.` }),
    ...(!agrees && { agrees: 'Your measurements can only be sent if you agree.' }),
  };
}

/** The measurements as they are sent. */
export const toMeasurementBody = ({ rows, unit, comments }: MeasurementValues) => ({
  measurements: rows.filter(isFilled).map(({ name, value }) => ({ name: name.trim(), value: parse(value), unit })),
  comments: comments.trim() || null,
  consentVersion: MEASUREMENT_CONSENT_VERSION,
});
