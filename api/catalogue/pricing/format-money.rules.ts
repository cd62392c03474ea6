const formats = new Map<string, Intl.NumberFormat>();

/** An amount in minor units as display text, for sentences, mails and documents: `£1,234.50`, `−£3.00`. */
export function formatMoney(minor: number, currencyCode: string): string {
  let format = formats.get(currencyCode);
  if (!format) {
    // Creating a format takes longer than a line of an invoice.
    format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode });
    formats.set(currencyCode, format);
  }
  return format.format(minor / 100).replace('-', '−');
}
