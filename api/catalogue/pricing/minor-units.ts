import { invalid } from '#api/platform/http/errors.ts';

/** An amount of the API in minor units. Throws 422 for fractions of a penny. */
export function toMinorUnits(amount: number, field: string): number {
  const minor = Math.round(amount * 100);
  if (Math.abs(amount * 100 - minor) > 1e-6) throw invalid(field, 'Please enter an amount with at most two decimals.');
  return minor;
}
