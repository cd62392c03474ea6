import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';

/** Data of the mail about an invoice or credit note. */
export interface InvoiceMailData {
  invoiceId: number;
  kind: 'invoice' | 'credit_note';
  number: string;
  /** Empty where the mail goes to an address that belongs to no person. */
  firstName: string;
  currencyCode: string;
  /** In minor units, including tax. */
  totalMinor: number;
  /** Day, `2026-03-12`; null for a credit note. */
  dueOn: string | null;
  /** The first day of the month that a monthly invoice covers. */
  periodOn: string | null;
  /** The orders; a mail lists only a few of them. */
  orderIds: number[];
  creditedInvoiceNumber: string | null;
}

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const formatMonth = (day: string) => months.format(new Date(`${day}T00:00:00Z`));

function describeInvoice({ kind, periodOn, orderIds, creditedInvoiceNumber }: InvoiceMailData): string {
  if (kind === 'credit_note') return `a credit note for invoice ${creditedInvoiceNumber}`;
  if (periodOn) return `an invoice for all shipments of ${formatMonth(periodOn)}`;
  return `an invoice for order ${orderIds.join(', ')}`;
}

/** Announces an invoice or credit note with a link to it. */
export const invoiceMail = defineMail<InvoiceMailData>({
  name: 'invoice',
  compose: ({ data, link }) => {
    const title = `${data.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${data.number}`;
    const total = formatMoney(data.totalMinor, data.currencyCode);
    const amount =
      data.dueOn === null
        ? `The credit is ${total} including tax.`
        : `The total is ${total} including tax. Please pay it by ${formatDay(data.dueOn)}.`;
    return {
      subject: title,
      preview: amount,
      title,
      blocks: [
        ...(data.firstName ? [greeting(data.firstName)] : []),
        paragraph(`We have issued ${describeInvoice(data)}. ${amount}`),
        button(data.kind === 'invoice' ? 'View invoice' : 'View credit note', link(`/index/invoices/${data.invoiceId}`)),
      ],
    };
  },
});
