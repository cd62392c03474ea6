import { NAME_BADGE, type NamedDesign, nameLogo } from '#contract/catalogue/customisation/design-words.ts';

/**
 * The charge for setting up a design of a garment: `Set-up: logo Corvane, left chest (Polo shirt)`. It does not quote texts: they can be names of people,
 * and charges are printed on invoices.
 */
export function nameSetUp(
  { methodId, position, logoName, text, nameForm }: NamedDesign & { nameForm?: string | null },
  productName: string,
): string {
  const ofText = methodId === NAME_BADGE ? 'name badge' : nameForm ? 'names' : 'text';
  const parts = [logoName === null ? null : nameLogo(logoName), text === null ? null : ofText];
  const place = position.charAt(0).toLowerCase() + position.slice(1);
  return `Set-up: ${parts.filter((part) => part !== null).join(' and ')}, ${place} (${productName})`;
}
