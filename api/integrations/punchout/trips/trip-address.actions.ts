import { completeAddress } from '#api/identity/addresses/addresses.rules.ts';
import { findAddressCountry } from '#api/identity/addresses/own-addresses.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { SentAddress } from '../cxml/shared-elements.rules.ts';
import { toAddressInput } from './sent-address.rules.ts';
import { findDefaultAddress, findMappedAddress, findShippingCountry, insertSentAddress } from './trip-address.queries.ts';

/**
 * Where a trip delivers unless its user chooses: the address that the buyer's system names by its code, else the one that it sends, where that is complete,
 * else the person's own. Null where there is none at all.
 */
export async function chooseTripAddress(
  tx: Tx,
  connection: Pick<Connection, 'organisationId' | 'id'>,
  customerId: number,
  shipTo: SentAddress | undefined,
): Promise<number | null> {
  const { organisationId, id } = connection;
  const mapped = shipTo?.id === undefined ? undefined : await findMappedAddress(tx, organisationId, id, shipTo.id);
  return (
    mapped ??
    (shipTo && (await saveSentAddress(tx, organisationId, shipTo))) ??
    (await findDefaultAddress(tx, organisationId, customerId)) ??
    null
  );
}

/** Keeps an address that a buyer's system sent, for one order; undefined where something is missing of it, such as its street. */
async function saveSentAddress(tx: Tx, organisationId: number, sent: SentAddress): Promise<number | undefined> {
  const countryId = sent.countryCode === undefined ? undefined : await findShippingCountry(tx, sent.countryCode);
  if (countryId === undefined) return undefined;
  try {
    const values = completeAddress(toAddressInput(sent, countryId), undefined, await findAddressCountry(tx, countryId));
    return await insertSentAddress(tx, organisationId, values);
  } catch (error) {
    if (error instanceof HttpError && error.status === 422) return undefined;
    throw error;
  }
}
