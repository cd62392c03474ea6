import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { describeDesign } from '#contract/catalogue/customisation/design-words.ts';
import { type Buyer, toBuyer } from '../../document-parties/buyer.rules.ts';
import { type InvoiceParties, readInvoiceParties } from '../../document-parties/document-parties.queries.ts';
import { mailReceipt } from './mail-receipt.actions.ts';
import { createReceiptLines, createRefundLines, totalReceipt } from './receipt-lines.rules.ts';
import {
  type DoneRefund,
  findPaymentReceipt,
  type IssuedReceipt,
  insertCardReceipt,
  type PaidFacts,
  type PaymentRef,
  readPaidFacts,
} from './receipts.queries.ts';

/** The person who paid, at the address of the order. */
const toPerson = (name: string, address: Address): Buyer => ({
  name,
  vatNumber: null,
  address: [
    address.company,
    address.address1,
    address.address2,
    address.city,
    address.county,
    address.zipPostalCode,
    address.countryName,
  ].filter((line): line is string => Boolean(line)),
});

/** Delivery, fee and other charges, which are the card's where it pays for everything. */
const listCharges = ({ isAllByCard, delivery, charges, taxRate }: PaidFacts) =>
  isAllByCard
    ? [
        ...charges,
        {
          name: delivery.method ? `Delivery: ${delivery.method}` : 'Delivery',
          netMinor: delivery.netMinor,
          taxRate,
          taxMinor: delivery.taxMinor,
        },
        { name: 'Payment fee', netMinor: delivery.feeMinor, taxRate: 0, taxMinor: 0 },
      ]
    : [];

const describeLines = ({ lines }: PaidFacts) =>
  lines.map(({ designs, description, ...line }) => ({
    ...line,
    description: [description, ...designs.map((design) => describeDesign(design, { quotesText: false }))]
      .filter(Boolean)
      .join(' · '),
  }));

/**
 * Issues the receipt of a payment within the transaction that takes it for its order, and mails it. Its buyer is the owner of the card: the person, or the
 * organisation. Money that comes too much is refunded before, so that the receipt is for the rest. Undefined when there is one already, and as long as the
 * brand lacks its legal facts: a job issues it then. Without `mails` it is not mailed. Order and attempt must be locked. `at` in milliseconds.
 */
export async function issueReceipt(
  tx: Tx,
  mails: MailDependencies | undefined,
  { organisationId, orderId, paymentId }: PaymentRef,
  at: number,
): Promise<IssuedReceipt | undefined> {
  const paid = await readPaidFacts(tx, { organisationId, paymentId });
  if (!paid || paid.amountMinor <= 0) return undefined;
  const parties = await readInvoiceParties(tx, organisationId);
  const lines = createReceiptLines(
    { lines: describeLines(paid), charges: listCharges(paid), taxRate: paid.taxRate, currencyCode: paid.currencyCode },
    paid.amountMinor,
  );
  const buyer =
    paid.cardPayer === 'person' ? toPerson(paid.personName, paid.billingAddress) : toBuyer(parties, paid.billingAddress);
  return issue(tx, mails, parties, {
    ...{ organisationId, orderId, paymentId, buyer, lines, at },
    kind: 'payment',
    refundId: null,
    currencyCode: paid.currencyCode,
  });
}

/** Issues the receipt of a refund that is done, with negative amounts, and mails it; undefined where its payment has none. */
export async function issueRefundReceipt(
  tx: Tx,
  mails: MailDependencies | undefined,
  refund: DoneRefund,
  at: number,
): Promise<IssuedReceipt | undefined> {
  const { organisationId, orderId, paymentId, currencyCode } = refund;
  const paid = await findPaymentReceipt(tx, refund);
  if (!paid) return undefined;
  return issue(tx, mails, await readInvoiceParties(tx, organisationId), {
    ...{ organisationId, orderId, paymentId, currencyCode, at },
    kind: 'refund',
    refundId: refund.id,
    buyer: paid.buyer,
    lines: createRefundLines(refund, paid.lines),
  });
}

type ReceiptToIssue = Pick<
  Parameters<typeof insertCardReceipt>[1],
  'organisationId' | 'orderId' | 'paymentId' | 'kind' | 'refundId' | 'currencyCode' | 'buyer' | 'lines'
> & { at: number };

async function issue(
  tx: Tx,
  mails: MailDependencies | undefined,
  { seller, brandId, timeZone }: InvoiceParties,
  { at, ...receipt }: ReceiptToIssue,
): Promise<IssuedReceipt | undefined> {
  if (!seller) return undefined;
  const issued = await insertCardReceipt(tx, {
    ...receipt,
    ...totalReceipt(receipt.lines),
    ...{ brandId, seller, issuedOn: getLocalDay(at, timeZone) },
  });
  if (issued && mails) await mailReceipt(tx, mails, { organisationId: receipt.organisationId, receiptId: issued.id });
  return issued;
}
