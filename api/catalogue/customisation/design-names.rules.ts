/** What names a design in papers, mails and sums. */
export interface NamedDesign {
  methodId: number;
  /** Name of the method. */
  method: string;
  /** Name of the position. */
  position: string;
  logoName: string | null;
  text: string | null;
}

export const NAME_BADGE = 40;
const DONE_BY: Readonly<Record<number, string>> = { 10: 'embroidered', 20: 'printed', 30: 'transfer' };

/** A logo by its name: `logo Corvane`, or `Corvane logo` as it is called. */
const nameLogo = (name: string): string => (/\blogo\b/i.test(name) ? name : `logo ${name}`);

/**
 * A design in words: `Left chest: logo Corvane, embroidered`, `Left chest: name badge “N. Doyle”`. Lines of a text are divided by a slash. Texts can be names
 * of people: without `quotesText`, as on invoices, which no one may change later, only that there is one.
 */
export function describeDesign({ methodId, method, position, logoName, text }: NamedDesign, { quotesText = true } = {}): string {
  const quote = text !== null && quotesText ? ` “${text.replaceAll('\n', ' / ')}”` : '';
  if (methodId === NAME_BADGE && text !== null) return `${position}: name badge${quote}`;
  const parts = [logoName === null ? null : nameLogo(logoName), text === null ? null : `text${quote}`];
  return `${position}: ${parts.filter((part) => part !== null).join(' and ')}, ${DONE_BY[methodId] ?? method.toLowerCase()}`;
}

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
