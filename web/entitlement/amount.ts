/** An amount of a form as a number; undefined for anything else. Accepts a decimal comma. */
export function parseEntitlementAmount(text: string): number | undefined {
  const normalised = text.trim().replace(',', '.');
  return /^\d{1,7}(\.\d+)?$/.test(normalised) ? Number(normalised) : undefined;
}
