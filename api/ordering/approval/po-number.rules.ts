/** An organisation's rules about the PO number of an order. */
export interface PoNumberRules {
  isRequired: boolean;
  /** Regular expression that a PO number must match; null: any. */
  pattern: string | null;
  /** What is said about a number that does not match; null: a sentence of the portal. */
  message: string | null;
}

/** Why a PO number is refused, in a sentence; undefined when it is accepted. `matches` evaluates the organisation's expression in bounded time. */
export function validatePoNumber(
  poNumber: string | null,
  { isRequired, pattern, message }: PoNumberRules,
  matches: (expression: string, text: string) => boolean | 'undecided',
): string | undefined {
  if (poNumber === null) return isRequired ? 'PO number is required.' : undefined;
  return pattern !== null && matches(pattern, poNumber) !== true
    ? (message ?? 'This is not a PO number of your organisation. Please check it.')
    : undefined;
}
