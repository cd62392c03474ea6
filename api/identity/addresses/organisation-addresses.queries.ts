import type { Tx } from '#api/platform/db/database.ts';
import type { AddressValues } from './addresses.rules.ts';
import { toAddressColumns, toAddressValues } from './own-addresses.queries.ts';

/** The address that an organisation's invoices go to, locked; undefined when it has none. */
export async function lockInvoiceAddress(
  tx: Tx,
  organisationId: number,
): Promise<{ id: number; values: AddressValues } | undefined> {
  const row = await tx
    .selectFrom('address')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('customer_id', 'is', null)
    .where('resort_id', 'is', null)
    .where('for_billing', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && { id: row.id, values: toAddressValues(row) };
}

/** Adds the address that an organisation's invoices go to. */
export async function insertInvoiceAddress(tx: Tx, organisationId: number, values: AddressValues): Promise<void> {
  await tx
    .insertInto('address')
    .values({ organisation_id: organisationId, for_billing: true, ...toAddressColumns(values) })
    .execute();
}

/** Overwrites an address of an organisation. */
export async function updateInvoiceAddress(tx: Tx, organisationId: number, id: number, values: AddressValues): Promise<void> {
  await tx
    .updateTable('address')
    .set(toAddressColumns(values))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}
