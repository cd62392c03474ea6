/** What names a design in pages, papers, mails and sums. */
export interface NamedDesign {
  methodId: number;
  /** Name of the method. */
  method: string;
  /** Name of the position. */
  position: string;
  logoName: string | null;
  text: string | null;
}

/** The id of the method `Name badge`. */
export const NAME_BADGE = 40;
const DONE_BY: Readonly<Record<number, string>> = { 10: 'embroidered', 20: 'printed', 30: 'transfer' };

/** How a design is made, as its name ends: `embroidered`. */
export const describeMethod = ({ methodId, method }: Pick<NamedDesign, 'methodId' | 'method'>): string =>
  DONE_BY[methodId] ?? method.toLowerCase();

/** A logo by its name: `logo Corvane`, or `Corvane logo` as it is called. */
export const nameLogo = (name: string): string => (/\blogo\b/i.test(name) ? name : `logo ${name}`);

/** The lines of a text in one, divided by slashes, in quotation marks. */
export const quoteText = (text: string): string => `“${text.replaceAll('\n', ' / ')}”`;

/**
 * What is put on a garment in words: `logo Corvane, embroidered`, `name badge “N. Doyle”`. Texts can be names of people: without `quotesText`, as on invoices,
 * which no one may change later, only that there is one. `lettering` follows the text: `in Serif, Ocean`.
 */
export function describeContent(
  { methodId, method, logoName, text }: Omit<NamedDesign, 'position'>,
  { quotesText = true, lettering = '' }: { quotesText?: boolean; lettering?: string } = {},
): string {
  const details = [text !== null && quotesText && quoteText(text), lettering].filter(Boolean);
  const name = (words: string) => [words, ...details].join(' ');
  if (methodId === NAME_BADGE && text !== null) return name('name badge');
  const parts = [logoName === null ? null : nameLogo(logoName), text === null ? null : name('text')];
  const what = parts.filter((part) => part !== null).join(' and ');
  return [what, describeMethod({ methodId, method })].filter(Boolean).join(', ');
}

/** A design in words, as `describeContent`: `Left chest: logo Corvane, embroidered`. */
export const describeDesign = (design: NamedDesign, options?: { quotesText?: boolean }): string =>
  `${design.position}: ${describeContent(design, options)}`;
