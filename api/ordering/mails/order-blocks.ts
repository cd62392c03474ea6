import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { formatWeekday } from '#api/platform/local-day.ts';
import { formatCount, type MailBlock } from '#api/platform/mail/blocks.ts';
import { factTable, itemTable, type MailSum } from '#api/platform/mail/tables.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';
import { type EarlierMailedLine, type EarlierMailedOrder, readEarlier, toMailedLine } from './earlier-mails.rules.ts';
import type { MailedFacts, MailedLine, MailedOrder, MailedSums } from './mailed-order.rules.ts';

const formatRate = (rate: number) => `${Number((rate * 100).toFixed(2))}%`;

/** The sums below the lines: those above the total add up to it, and what is taken off it leaves what is to pay. */
function listSums(sums: MailedSums, { isOwn }: MailedFacts, currencyCode: string): MailSum[] {
  const money = (minor: number) => formatMoney(minor, currencyCode);
  const fromEntitlement = `Paid from ${isOwn ? 'your' : 'the'} entitlement`;
  const { goodsMinor, coveredMinor } = sums;
  if (sums.kind === 'garments')
    return [
      { label: 'Garments', value: money(goodsMinor), isMain: true },
      ...(coveredMinor > 0 ? [{ label: fromEntitlement, value: `−${money(coveredMinor)}` }] : []),
      ...(coveredMinor > 0 && coveredMinor < goodsMinor
        ? [{ label: 'Beyond the entitlement', value: money(goodsMinor - coveredMinor), isMain: true }]
        : []),
    ];
  const { isTaxIncluded, deliveryMinor, feeMinor, charges = [], taxes, totalMinor } = sums;
  const taxRows = taxes.map(({ rate, taxMinor }) => ({ label: `Tax ${formatRate(rate)}`, value: money(taxMinor) }));
  return [
    { label: `Subtotal ${isTaxIncluded ? 'incl.' : 'excl.'} tax`, value: money(goodsMinor) },
    ...charges.map(({ name, amountMinor }) => ({ label: name, value: money(amountMinor) })),
    ...(deliveryMinor === null ? [] : [{ label: 'Delivery', value: deliveryMinor === 0 ? 'Free' : money(deliveryMinor) }]),
    ...(feeMinor > 0 ? [{ label: 'Payment fee', value: money(feeMinor) }] : []),
    ...(isTaxIncluded ? [] : taxRows),
    { label: 'Total incl. tax', value: money(totalMinor), isMain: true },
    ...(isTaxIncluded ? taxRows.map((row) => ({ ...row, label: `of which ${row.label.toLowerCase()}` })) : []),
    ...(coveredMinor > 0
      ? [
          { label: fromEntitlement, value: `−${money(coveredMinor)}` },
          { label: 'To pay', value: money(totalMinor - coveredMinor), isMain: true },
        ]
      : []),
  ];
}

/** The lines of an order, and sums below them. */
export const lineTable = (
  lines: readonly (MailedLine | EarlierMailedLine)[],
  currencyCode: string,
  sums: readonly MailSum[] = [],
): MailBlock =>
  itemTable(
    lines.map(toMailedLine).map(({ quantity, name, sku, designs = [], wearerName, amountMinor }) => ({
      quantity,
      name,
      details: [sku, wearerName ? `for ${wearerName}` : null, ...designs],
      figure: amountMinor === null ? '' : formatMoney(amountMinor, currencyCode),
    })),
    sums,
  );

/** What an entitlement pays: `3 pieces, 47 points`. */
function describeEntitlement(entitlement: MailedFacts['entitlement']): string | null {
  if (entitlement === null) return null;
  const { pieces, points, beyond } = entitlement;
  return [
    pieces === 0 ? 'Nothing' : formatPieces(pieces),
    ...(points === null || pieces === 0 ? [] : [formatCount(points, 'point')]),
    ...(beyond === 0 ? [] : [`${formatPieces(beyond)} beyond it`]),
  ].join(', ');
}

/** For whom an order is, where and when it is delivered, its PO number, and how it is paid. */
function listFacts(facts: MailedFacts): MailBlock[] {
  const {
    isOwn,
    personName,
    placedBy,
    deliverTo,
    collectFrom,
    delivery,
    expectedOn,
    requestedOn,
    poNumber,
    answers = [],
    payment,
    entitlement,
  } = facts;
  return factTable([
    ['For', isOwn ? null : personName],
    ['Placed by', placedBy],
    collectFrom ? ['Collect from', collectFrom] : ['Deliver to', deliverTo],
    ['Delivery', delivery],
    [collectFrom ? 'Ready' : 'Expected', expectedOn && `by ${formatWeekday(expectedOn)}`],
    ['Requested for', requestedOn && formatWeekday(requestedOn)],
    ['PO number', poNumber],
    ...answers.map(({ name, text }): [string, string] => [name, text]),
    ['Entitlement', describeEntitlement(entitlement)],
    ['Payment', payment],
  ]);
}

const awaitsProof = (order: MailedOrder | EarlierMailedOrder): boolean => 'facts' in order && order.facts.awaitsProof === true;

const awaitsPayment = (order: MailedOrder | EarlierMailedOrder): boolean =>
  'facts' in order && order.facts.awaitsPayment === true;

/** What an order that was placed waits for besides its approval, as the end of that sentence. */
export const andForProof = (order: MailedOrder | EarlierMailedOrder): string =>
  awaitsProof(order) ? ' and for the proof of its design' : '';

/** What an order that was placed or approved waits for, and what the next mail about it will say. */
export const describeNextMail = (order: MailedOrder | EarlierMailedOrder): string =>
  [
    ...(awaitsPayment(order) ? ['It is waiting for the payment by card, and nothing is sent before this has arrived.'] : []),
    ...(awaitsProof(order) ? ['It is waiting for the proof of its design, and is not made before this has been approved.'] : []),
    `We will email you again when it is ${'facts' in order && order.facts.collectFrom ? 'ready to collect' : 'on its way'}.`,
  ].join(' ');

/** An order in a mail: its lines, what they add up to, and everything else that its recipient has to know of it. */
export const orderBlocks = (order: MailedOrder | EarlierMailedOrder): MailBlock[] => {
  const { lines, currencyCode, sums, facts } = 'facts' in order ? order : readEarlier(order);
  return [lineTable(lines, currencyCode, sums === null ? [] : listSums(sums, facts, currencyCode)), ...listFacts(facts)];
};
