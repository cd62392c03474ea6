import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { CreditTerms } from './credit.rules.ts';

/** The columns of `CreditTerms` of an organisation `o`; the open amount is summed only where there is a limit. */
export const creditColumns = sql`
  o.credit_limit_minor, o.credit_hold, case when o.credit_limit_minor is null then 0 else open_amount(o.id) end as open_minor`;

/** A row of `creditColumns`. */
export interface CreditRow {
  credit_limit_minor: number | null;
  credit_hold: boolean;
  open_minor: number;
}

export const toCreditTerms = (row: CreditRow): CreditTerms => ({
  limitMinor: row.credit_limit_minor,
  isOnHold: row.credit_hold,
  openMinor: row.open_minor,
});

/** On which terms the person's organisation buys on account. */
export async function readCreditTerms(db: Db, { organisationId }: Scope): Promise<CreditTerms> {
  const { rows } = await sql<CreditRow>`select ${creditColumns} from organisation o where o.id = ${organisationId}`.execute(db);
  return toCreditTerms(rows[0] as CreditRow);
}

/**
 * The open amount of the person's organisation. Other orders of the organisation that need it wait until the transaction ends, so that two orders
 * cannot exceed the limit together.
 */
export async function lockOpenAmount(tx: Tx, { organisationId }: Scope): Promise<number> {
  const { rows } = await sql<{ amount: number }>`select lock_open_amount(${organisationId}) as amount`.execute(tx);
  return rows[0]?.amount as number;
}

/** The terms of an organisation as the supplier sees them. */
export interface Billing {
  brandId: number;
  creditLimitMinor: number | null;
  creditHold: boolean;
  openMinor: number;
  invoiceMode: string;
  invoiceEmail: string | null;
  currencyCode: string;
}

/** Reads the terms of an organisation of the operator's brands; undefined when there is no such organisation. */
export async function findBilling(db: Db, { brandIds }: OperatorScope, organisationId: number): Promise<Billing | undefined> {
  const { rows } = await sql<Billing>`
    select o.brand_id as "brandId", o.credit_limit_minor as "creditLimitMinor", o.credit_hold as "creditHold", open_amount(o.id) as "openMinor", o.invoice_mode as "invoiceMode",
      o.invoice_email as "invoiceEmail", o.currency_code as "currencyCode"
    from organisation o where o.id = ${organisationId} and o.brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  return rows[0];
}

/** Writes the terms of an organisation of the operator's brands. */
export async function saveBilling(
  tx: Tx,
  { brandIds }: OperatorScope,
  organisationId: number,
  billing: Pick<Billing, 'creditLimitMinor' | 'creditHold' | 'invoiceMode' | 'invoiceEmail'>,
): Promise<void> {
  await sql`
    update organisation set credit_limit_minor = ${billing.creditLimitMinor}::bigint, credit_hold = ${billing.creditHold},
      invoice_mode = ${billing.invoiceMode}, invoice_email = ${billing.invoiceEmail}
    where id = ${organisationId} and brand_id = any (${[...brandIds]}::bigint[])`.execute(tx);
}
