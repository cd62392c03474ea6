/** An amount of a form as a number; undefined for anything else. Accepts a decimal comma. The server says which amounts are too large. */
export function parseEntitlementAmount(text: string): number | undefined {
  const normalised = text.trim().replace(',', '.');
  return /^\d{1,12}(\.\d+)?$/.test(normalised) ? Number(normalised) : undefined;
}

/** What is missing of an amount with the reason for it. */
export const validateAmountAndReason = ({ amount, reason }: { amount: string; reason: string }): Record<string, string> => ({
  ...(!parseEntitlementAmount(amount) && { amount: 'Please enter a number above 0.' }),
  ...(reason.trim() === '' && { reason: 'Please enter a reason.' }),
});
