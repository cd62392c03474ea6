import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { PaymentOptionTable, ShippingOptionTable } from '#api/platform/db/types.ts';

type ShippingOptionRow = Selectable<ShippingOptionTable>;
type Handling = 'kind' | 'cut_off' | 'collect_from' | 'opening_hours';
/**
 * What a file of an installation says about a shipping option. Who may choose it is kept by operators, and so is how the warehouse deals with it as far as
 * the file does not say.
 */
export type ShippingOptionValues = Omit<
  ShippingOptionRow,
  'id' | 'organisation_id' | 'role_ids' | 'is_default' | 'version' | Handling
> &
  Partial<Pick<ShippingOptionRow, Handling>>;
export type PaymentOptionValues = Omit<Selectable<PaymentOptionTable>, 'id' | 'organisation_id'>;

/** The shipping options of an organisation, also those that are no longer offered. */
export const listShippingOptions = (tx: Tx, organisationId: number): Promise<Selectable<ShippingOptionTable>[]> =>
  tx
    .selectFrom('shipping_option')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('display_order')
    .orderBy('id')
    .execute();

/** Adds a shipping option, or overwrites the one of the same name. */
export async function saveShippingOption(tx: Tx, organisationId: number, option: ShippingOptionValues): Promise<void> {
  const row: Insertable<ShippingOptionTable> = { organisation_id: organisationId, ...option };
  await tx
    .insertInto('shipping_option')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .constraint('shipping_option_name_key')
        .doUpdateSet((row) => ({ ...option, version: row('shipping_option.version', '+', 1) })),
    )
    .execute();
}

/** Stops offering shipping options. Their rows stay. */
export async function withdrawShippingOptions(tx: Tx, organisationId: number, names: readonly string[]): Promise<void> {
  await sql`
    update shipping_option set active = false, is_default = false, version = version + 1 where organisation_id = ${organisationId} and name = any (${[...names]}::text[])`.execute(
    tx,
  );
}

/** The payment options of an organisation, also those that are no longer offered. */
export const listPaymentOptions = (tx: Tx, organisationId: number): Promise<Selectable<PaymentOptionTable>[]> =>
  tx
    .selectFrom('payment_option')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('display_order')
    .orderBy('id')
    .execute();

/** Adds a payment option, or overwrites the one of the same kind. */
export async function savePaymentOption(tx: Tx, organisationId: number, option: PaymentOptionValues): Promise<void> {
  const row: Insertable<PaymentOptionTable> = { organisation_id: organisationId, ...option };
  await tx
    .insertInto('payment_option')
    .values(row)
    .onConflict((conflict) => conflict.constraint('payment_option_system_name_key').doUpdateSet(option))
    .execute();
}
