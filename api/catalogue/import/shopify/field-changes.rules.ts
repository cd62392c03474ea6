/** What an import changes of a product, a combination or the range of a client, as a preview shows it. */
export interface FieldChange {
  field: string;
  /** Empty where there was none. */
  before: string;
  /** Empty where there is none any more. */
  after: string;
}

const MAX_SHOWN = 200;

/** A price in major units; empty where there is none. */
export const showPrice = (minor: number | null): string => (minor === null ? '' : (minor / 100).toFixed(2));

/** A value in a few words: no markup, and the start of a long text. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return cut(value.join(', '));
  return cut(
    String(value)
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

const cut = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text);
