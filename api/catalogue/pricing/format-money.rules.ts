const formats = new Map<string, Intl.NumberFormat>();

function getFormat(currencyCode: string): Intl.NumberFormat {
  let format = formats.get(currencyCode);
  if (!format) {
    // Creating a format takes longer than a line of an invoice.
    format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode });
    formats.set(currencyCode, format);
  }
  return format;
}

/** An amount in minor units as display text, for sentences, mails and documents: `£1,234.50`, `−£3.00`. */
export const formatMoney = (minor: number, currencyCode: string): string =>
  getFormat(currencyCode)
    .format(minor / 100)
    .replace('-', '−');

/** Whether a currency has no smaller unit than its main one, such as the yen. Amounts are kept in hundredths of every currency. */
export const isWholeCurrency = (currencyCode: string): boolean =>
  getFormat(currencyCode).resolvedOptions().maximumFractionDigits === 0;
