const formats = new Map<string, Intl.NumberFormat>();

/** An amount as people of the portal write it: `formatMoney(1234.5, 'GBP')` is "£1,234.50". */
export function formatMoney(amount: number, currencyCode: string): string {
  let format = formats.get(currencyCode);
  if (!format) {
    try {
      format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode, currencyDisplay: 'narrowSymbol' });
    } catch {
      // A code that this browser does not know still makes a readable amount.
      format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    }
    formats.set(currencyCode, format);
  }
  return format.format(amount);
}

const numbers = new Intl.NumberFormat('en-GB');
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** "12,480" */
export const formatNumber = (value: number) => numbers.format(value);
/** "3 Nov 2026", in the reader's time zone; empty for no date. */
export const formatDay = (utc: string | null | undefined) => (utc ? days.format(new Date(utc)) : '');
/** "3 Nov 2026, 14:05" */
export const formatMoment = (utc: string | null | undefined) => (utc ? moments.format(new Date(utc)) : '');
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
/** "14:05", in the reader's time zone. */
export const formatTime = (utc: string) => times.format(new Date(utc));
/** `plural(1, 'item')` is "1 item", `plural(3, 'item')` "3 items", `plural(0, 'item')` "no items". */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count === 0 ? 'no' : formatNumber(count)} ${count === 1 ? one : many}`;
