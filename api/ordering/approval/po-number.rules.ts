import { matchesLinear } from '#api/platform/expressions/linear-expression.ts';

/** An organisation's rules about the PO number of an order. */
export interface PoNumberRules {
  isRequired: boolean;
  /** Regular expression that a PO number must match; null: any. */
  pattern: string | null;
}

/** Why a PO number is refused, in a sentence; undefined when it is accepted. */
export function validatePoNumber(poNumber: string | null, { isRequired, pattern }: PoNumberRules): string | undefined {
  if (poNumber === null) return isRequired ? 'PO number is required.' : undefined;
  return pattern !== null && !matchesLinear(pattern, poNumber)
    ? 'This is not a PO number of your organisation. Please check it.'
    : undefined;
}
