import { matchesLinear } from '#api/platform/expressions/linear-expression.ts';

/** An organisation's rules about the PO number of an order. */
export interface PoNumberRules {
  isRequired: boolean;
  /** Regular expression that a PO number must match; null: any. */
  pattern: string | null;
  /** What is said about a number that does not match; null: a sentence of the portal. */
  message: string | null;
}

/** Why a PO number is refused, in a sentence; undefined when it is accepted. */
export function validatePoNumber(poNumber: string | null, { isRequired, pattern, message }: PoNumberRules): string | undefined {
  if (poNumber === null) return isRequired ? 'PO number is required.' : undefined;
  return pattern !== null && !matchesLinear(pattern, poNumber)
    ? (message ?? 'This is not a PO number of your organisation. Please check it.')
    : undefined;
}
