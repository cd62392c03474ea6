import type { MailedLine, MailedOrder } from './mailed-order.rules.ts';

// Mails are composed when they are sent: those that were queued before mails named delivery, tax and address have fewer fields.

/** A line as mails were stored with earlier. Amounts in minor units. */
export interface EarlierMailedLine extends Pick<MailedLine, 'quantity' | 'name' | 'sku'> {
  inclTaxMinor: number | null;
  exclTaxMinor?: number | null;
}

/** An order as mails were stored with earlier. */
export interface EarlierMailedOrder {
  currencyCode: string;
  lines: EarlierMailedLine[];
  totalMinor: number | null;
  entitlementMinor?: number | null;
}

/** A line, however it was stored. */
export function toMailedLine(line: MailedLine | EarlierMailedLine): MailedLine {
  if ('amountMinor' in line) return line;
  const { quantity, name, sku, inclTaxMinor, exclTaxMinor } = line;
  return { quantity, name, sku, amountMinor: exclTaxMinor ?? inclTaxMinor };
}

/** An order that was stored earlier: its lines, and what is known of what they cost. */
export function readEarlier({ currencyCode, lines, totalMinor, entitlementMinor }: EarlierMailedOrder): MailedOrder {
  const read = lines.map(toMailedLine);
  const goodsMinor = read.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0);
  const charges = {
    ...{ kind: 'charges' as const, isTaxIncluded: true, goodsMinor, feeMinor: 0, taxes: [], coveredMinor: 0 },
    // What they did not name is the cost of delivery.
    deliveryMinor: (totalMinor ?? 0) - goodsMinor,
    totalMinor: totalMinor ?? 0,
  };
  return {
    currencyCode,
    lines: read,
    sums:
      totalMinor !== null
        ? charges
        : entitlementMinor == null
          ? null
          : { kind: 'garments', goodsMinor: entitlementMinor, coveredMinor: entitlementMinor },
    facts: {
      ...{ isOwn: true, personName: '', placedBy: null, deliverTo: [], delivery: null, expectedOn: null, requestedOn: null },
      ...{ poNumber: null, payment: null, entitlement: null },
    },
  };
}
