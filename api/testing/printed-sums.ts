// Adds up what mails and documents print, as their readers would.

/** An amount as printed, in minor units: `£1,234.50`, `−£3.00`; `Free` is nothing. Undefined for other text. */
export function readAmount(printed: string): number | undefined {
  const text = printed.trim();
  if (text === 'Free') return 0;
  const [, sign, digits] = /^([−-]?)[£€$]((?:\d{1,3},)*\d{1,3}\.\d\d)$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(/[,.]/g, '')) * (sign ? -1 : 1);
}

/** A row of a table of a mail: a label or an item, and what is on its right. */
export interface PrintedRow {
  label: string;
  figure: string;
}

const ITEM = /^\d+ × /;

/** The rows of tables in the text of a mail. */
export const readTextRows = (text: string): PrintedRow[] =>
  text.split('\n').flatMap((line) => {
    const place = line.lastIndexOf(': ');
    if (place < 0) return ITEM.test(line) ? [{ label: line, figure: '' }] : [];
    const figure = line.slice(place + 2);
    return readAmount(figure) === undefined
      ? ITEM.test(line)
        ? [{ label: line, figure: '' }]
        : []
      : [{ label: line.slice(0, place), figure }];
  });

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The rows of tables in the HTML of a mail. */
export const readHtmlRows = (html: string): PrintedRow[] =>
  [
    ...html.matchAll(
      /<tr><td class="ink[^"]*"[^>]*>([^<]*)(?:<br><span[^>]*>[^<]*<\/span>)*<\/td>\s*<td class="ink[^"]*" align="right"[^>]*>([^<]*)<\/td><\/tr>/g,
    ),
  ].map(([, label = '', figure = '']) => ({ label: unescapeHtml(label), figure: unescapeHtml(figure) }));

const sumOf = (amounts: readonly (number | undefined)[]) => amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);

/**
 * What does not add up in rows of an order, as sentences; `sums` is how many sums there are. Rows of lines without sums, such as those that were not
 * approved, come before or after: the lines of a sum are those right above it.
 */
export function addUpOrderRows(rows: readonly PrintedRow[]): { faults: string[]; sums: number } {
  const faults: string[] = [];
  let sums = 0;
  const expectSum = (what: string, printed: number | undefined, added: number) => {
    sums += 1;
    if (printed !== added) faults.push(`${what}: ${printed} is printed, ${added} is the sum`);
  };
  const first = rows.findIndex(({ label }) => /^(Subtotal |Garments$)/.test(label));
  if (first < 0)
    return { faults: rows.some(({ label }) => /^Total/.test(label)) ? ['A total without the sums above it'] : [], sums };
  let start = first;
  while (start > 0 && ITEM.test(rows[start - 1]?.label ?? '')) start -= 1;
  const end = rows.findIndex(({ label }, index) => index > first && ITEM.test(label));
  const below = rows.slice(first, end < 0 ? undefined : end);
  const amountOf = (label: RegExp) => {
    const found = below.filter((row) => label.test(row.label)).map(({ figure }) => readAmount(figure));
    return found.length === 0 ? undefined : sumOf(found);
  };
  const goods = readAmount(rows[first]?.figure ?? '');
  expectSum('Lines', goods, sumOf(rows.slice(start, first).map(({ figure }) => readAmount(figure))));
  const covered = amountOf(/^Paid from (your|the) entitlement$/);
  if (rows[first]?.label === 'Garments') {
    const beyond = amountOf(/^Beyond the entitlement$/);
    if (covered !== undefined) expectSum('Beyond the entitlement', beyond ?? 0, (goods ?? 0) + covered);
    return { faults, sums };
  }
  const total = amountOf(/^Total incl\. tax$/);
  expectSum('Total', total, sumOf([goods, amountOf(/^Delivery$/), amountOf(/^Payment fee$/), amountOf(/^Tax /)]));
  if (covered !== undefined) expectSum('To pay', amountOf(/^To pay$/), (total ?? 0) + covered);
  return { faults, sums };
}

const MONEY = String.raw`−?[£€$][\d,]+\.\d\d`;

/** What does not add up in the text of an invoice or credit note, as sentences. */
export function addUpInvoiceText(text: string): string[] {
  const faults: string[] = [];
  const expectSum = (what: string, printed: number | undefined, added: number) => {
    if (printed !== added) faults.push(`${what}: ${printed} is printed, ${added} is the sum`);
  };
  const lines = [...text.matchAll(new RegExp(`(?:^|\\s)(\\d+) (${MONEY}) ([\\d.]+)% (${MONEY})$`, 'gm'))].map(
    ([, quantity = '', unit = '', rate = '', net = '']) => ({
      quantity: Number(quantity),
      unit: readAmount(unit) ?? Number.NaN,
      rate: Number(rate),
      net: readAmount(net) ?? Number.NaN,
    }),
  );
  if (lines.length === 0) return ['It has no lines.'];
  for (const { quantity, unit, net } of lines) expectSum('A line', net, quantity * unit);
  const amount = (label: RegExp) => {
    const [, printed = ''] = label.exec(text) ?? [];
    return readAmount(printed);
  };
  const net = amount(new RegExp(`^Net total (${MONEY})$`, 'm'));
  expectSum('Net total', net, sumOf(lines.map((line) => line.net)));
  const rates = [...text.matchAll(new RegExp(`^(?:VAT ([\\d.]+)%|No VAT) on (${MONEY}) (${MONEY})$`, 'gm'))];
  for (const [, rate = '0', base = ''] of rates)
    expectSum(
      `Base of VAT ${rate}%`,
      readAmount(base),
      sumOf(lines.filter((line) => line.rate === Number(rate)).map((line) => line.net)),
    );
  const tax = sumOf(rates.map(([, , , printed = '']) => readAmount(printed)));
  expectSum('Total', amount(new RegExp(`^Total (?:to pay|credited) (${MONEY})$`, 'm')), (net ?? 0) + tax);
  return faults;
}

/** What a statement of account says, in minor units, and what in it does not add up, as sentences. */
export interface PrintedStatement {
  faults: string[];
  /** Sums over the entries: invoices, credit notes, payments and their reversals. */
  sums: Record<'Invoice' | 'Credit note' | 'Payment' | 'Reversal of payment', number>;
  /** What the account begins with, and what it ends with; credit is negative. */
  opening: number;
  closing: number;
  /** Sum of the open invoices. */
  open: number;
  /** Credit that covers no invoice, where the statement names it. */
  unused: number;
}

/** Adds up the text of a statement of account: an entry raises or lowers the balance by what it is, whichever column it is printed in. */
export function addUpStatementText(printed: string): PrintedStatement {
  const faults: string[] = [];
  const expectSum = (what: string, found: number | undefined, added: number) => {
    if (found !== added) faults.push(`${what}: ${found} is printed, ${added} is the sum`);
  };
  const text = printed.replaceAll(/\s+/g, ' ');
  const amountAfter = (label: string) => readAmount(new RegExp(`${label} (${MONEY})`).exec(text)?.[1] ?? '');
  const opening = amountAfter('Balance brought forward') ?? Number.NaN;
  const sums = { Invoice: 0, 'Credit note': 0, Payment: 0, 'Reversal of payment': 0 };
  let balance = opening;
  const entry = new RegExp(`\\b20\\d\\d (Invoice|Credit note|Payment|Reversal of payment) (.*?) (${MONEY}) (${MONEY})(?= )`, 'g');
  for (const [, kind, reference, amount = '', after = ''] of text.matchAll(entry)) {
    const minor = readAmount(amount) ?? Number.NaN;
    sums[kind as keyof typeof sums] += minor;
    balance += kind === 'Invoice' || kind === 'Reversal of payment' ? minor : -minor;
    expectSum(`Balance after ${reference}`, readAmount(after), balance);
  }
  const charged = sums.Invoice + sums['Reversal of payment'];
  const paid = sums.Payment + sums['Credit note'];
  expectSum('Charged', amountAfter(' Charged'), charged);
  expectSum('Paid or credited', amountAfter(' Paid or credited'), -paid);
  const credit = amountAfter(' Credit');
  const closing = credit === undefined ? amountAfter(' Balance') : -credit;
  expectSum('Balance', closing, opening + charged - paid);
  const open = sumOf(
    [...text.matchAll(new RegExp(`\\b20\\d\\d(?:, overdue)? (${MONEY})(?= [A-Z£€$−]|$)`, 'g'))].map(([, amount = '']) =>
      readAmount(amount),
    ),
  );
  const unused = readAmount(new RegExp(`(${MONEY}) of credit has not been used`).exec(text)?.[1] ?? '') ?? 0;
  expectSum('Open invoices', open, balance + unused);
  return { faults, sums, opening, closing: closing ?? Number.NaN, open, unused };
}
