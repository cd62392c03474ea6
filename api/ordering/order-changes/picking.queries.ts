import type { Tx } from '#api/platform/db/database.ts';

/** The organisation of an order by its number, which is unique among all organisations; undefined when there is no such order. */
export const findOrganisationOfOrder = async (tx: Tx, orderId: number): Promise<number | undefined> =>
  (await tx.selectFrom('orders').select('organisation_id').where('id', '=', orderId).executeTakeFirst())?.organisation_id;
