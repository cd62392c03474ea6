/** An amount in minor units as people read it, such as £1,234.50. */
export const formatMoney = (minor: number, currencyCode: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode }).format(minor / 100);
