import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { type Billing, findBilling, saveBilling } from './credit.queries.ts';

/** Changes the terms of an organisation; what the input does not name stays. Throws 404 for organisations of other brands. */
export async function changeBilling(
  tx: Tx,
  operator: OperatorScope,
  organisationId: number,
  input: BodyOf<'PUT /api/operator/organisations/:id/credit'>,
  requestId: string,
): Promise<Billing> {
  const before = await findBilling(tx, operator, organisationId);
  if (!before) throw notFound('organisation');
  const { creditLimit, creditHold, invoiceMode, invoiceEmail } = input;
  const after: Billing = {
    ...before,
    ...(creditLimit === undefined ? {} : { creditLimitMinor: creditLimit === null ? null : Math.round(creditLimit * 100) }),
    ...(creditHold === undefined ? {} : { creditHold }),
    ...(invoiceMode === undefined ? {} : { invoiceMode }),
    ...(invoiceEmail === undefined ? {} : { invoiceEmail }),
  };
  await saveBilling(tx, operator, organisationId, after);
  const values = ({ creditLimitMinor, creditHold: hold, invoiceMode: mode, invoiceEmail: email }: Billing) => ({
    creditLimitMinor,
    creditHold: hold,
    invoiceMode: mode,
    invoiceEmail: email,
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
