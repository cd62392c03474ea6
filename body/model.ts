import { at } from './matrix.ts';
import { LEARNED_MEASURES, type Sex } from './measures.ts';

/** Population of a person: the soldiers on whom the model was trained, or civilians, who are older and heavier at the same size. */
export type Population = 'army' | 'civilian';

/** Mean and covariance (variance, covariance, variance) of ln stature and ln mass, less the model's centre. */
export interface SizeMoments {
  mean: number[];
  covariance: number[];
}

export interface SexModel {
  /** ln measure = coefficients · [1, a, b, a², ab, b²], one row per learned measure. */
  coefficients: number[][];
  /** Residual standard deviation of ln measure at BMI 25. */
  spread: number[];
  /** The residual's standard deviation grows by exp(growth × ln(BMI / 25)). */
  growth: number[];
  /** Residual correlations × 10⁴, the lower triangle without its diagonal, row by row. */
  correlation: number[];
  population: Record<Population, SizeMoments>;
  /** True ln stature and ln mass from the reported ones, linear in [1, a, b]; the residual covariance; the additional shift of civilians. */
  selfReport: { coefficients: number[][]; covariance: number[]; civilianShift: number[] };
  /** Waist and hip of civilians: [1, a, b, a², ab, b², t³, t⁴] with t = ln(BMI / 25). */
  civilian: { coefficients: number[][]; spread: number[]; growth: number[]; correlation: number };
}

/** Error of a size label, cm: mean of (what the label stands for − the true measure), and its standard deviation. */
export interface LabelError {
  offset: number;
  sd: number;
}

export interface BodyModelData {
  version: number;
  provenance: Record<string, string | number>;
  /** ln of the stature (cm) and the mass (kg) that a and b are relative to. */
  centre: number[];
  measures: string[];
  male: SexModel;
  female: SexModel;
  labels: { collar: LabelError; jeans: LabelError; ukSize: LabelError; bra: LabelError };
}

/** The trained coefficients, unpacked once so that predictions are fast. */
export interface BodyModel {
  data: BodyModelData;
  /** Full residual correlation matrices. */
  correlation: Record<Sex, Float64Array>;
}

/** Unpacks trained coefficients. Throws RangeError when they do not belong to the measures of this code. */
export function createBodyModel(data: BodyModelData): BodyModel {
  if (data.measures.join() !== LEARNED_MEASURES.join()) throw new RangeError('The body model was trained for other measures.');
  return { data, correlation: { male: unpack(data.male.correlation), female: unpack(data.female.correlation) } };
}

function unpack(triangle: readonly number[]): Float64Array {
  const n = LEARNED_MEASURES.length;
  const full = new Float64Array(n * n);
  let next = 0;
  for (let row = 0; row < n; row++) {
    full[row * n + row] = 1;
    for (let column = 0; column < row; column++) {
      const value = at(triangle, next++) / 1e4;
      full[row * n + column] = value;
      full[column * n + row] = value;
    }
  }
  return full;
}

/** ln of the body mass index over 25, from ln stature (cm) and ln mass (kg). */
export function lnBmiOver25(lnStature: number, lnMass: number): number {
  return lnMass - 2 * (lnStature - Math.log(100)) - Math.log(25);
}

/** The quadratic terms of the model, from centred ln stature and ln mass. */
export function quadraticTerms(a: number, b: number): number[] {
  return [1, a, b, a * a, a * b, b * b];
}
