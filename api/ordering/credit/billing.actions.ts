import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { type BillingDetails, findBilling, lockTermsForChange, saveBilling } from './credit.queries.ts';

/** Changes the terms of an organisation; what the input does not name stays. Throws 404 for organisations of other brands. */
export async function changeBilling(
  tx: Tx,
  operator: OperatorScope,
  organisationId: number,
  input: BodyOf<'PUT /api/operator/organisations/:id/credit'>,
  requestId: string,
): Promise<BillingDetails> {
  await lockTermsForChange(tx, organisationId);
  const before = await findBilling(tx, operator, organisationId);
  if (!before) throw notFound('organisation');
  const { creditLimit, creditHold, invoiceMode, invoiceEmail, paymentTermDays, fileQuotaBytes } = input;
  const after: BillingDetails = {
    ...before,
    ...(creditLimit === undefined
      ? {}
      : { creditLimitMinor: creditLimit === null ? null : toMinorUnits(creditLimit, 'creditLimit') }),
    ...(creditHold === undefined ? {} : { creditHold }),
    ...(invoiceMode === undefined ? {} : { invoiceMode }),
    ...(invoiceEmail === undefined ? {} : { invoiceEmail }),
    ...(paymentTermDays === undefined ? {} : { paymentTermDays }),
    ...(fileQuotaBytes === undefined ? {} : { fileQuotaBytes }),
  };
  await saveBilling(tx, operator, organisationId, after);
  const values = ({ creditLimitMinor, ...terms }: BillingDetails) => ({
    creditLimitMinor,
    creditHold: terms.creditHold,
    invoiceMode: terms.invoiceMode,
    invoiceEmail: terms.invoiceEmail,
    paymentTermDays: terms.paymentTermDays,
    fileQuotaBytes: terms.fileQuotaBytes,
  });
  const subject = { organisationId, brandId: before.brandId };
  await recordOperatorAuditEvent(tx, operator, subject, {
    action: 'organisation.billing-changed',
    subjectId: String(organisationId),
    before: values(before),
    after: values(after),
    requestId,
  });
  return after;
}
