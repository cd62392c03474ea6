import type { Tx } from '../db/database.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { Scope } from '../http/scope.ts';
import { type Address, findAddress, findOwnAddress } from './addresses.queries.ts';
import { completeAddress, countryOf, type SentAddress } from './addresses.rules.ts';
import {
  countOwnAddresses,
  findCountryFacts,
  forgetAddressForOneOrder,
  insertOwnAddress,
  lockOwnAddress,
  updateOwnAddress,
} from './own-addresses.queries.ts';

/** How many addresses one person may keep; a list that people choose from is not longer. */
const MOST_ADDRESSES = 100;

/** Keeps a new address of the person. Throws 422 for what is not valid, 409 when there are very many already. */
export async function createAddress(tx: Tx, scope: Scope, sent: SentAddress): Promise<Address> {
  const values = completeAddress(sent, undefined, await findCountryFacts(tx, countryOf(sent, undefined)));
  if ((await countOwnAddresses(tx, scope)) >= MOST_ADDRESSES)
    throw new HttpError(409, { address: [`No more than ${MOST_ADDRESSES} addresses can be kept. Please remove one first.`] });
  return getAddress(tx, scope, await insertOwnAddress(tx, scope, values));
}

/** Keeps an address for the person's next order alone, in the place of any before. Throws 422 for what is not valid. */
export async function giveForOneOrder(tx: Tx, scope: Scope, sent: SentAddress): Promise<Address | undefined> {
  const values = completeAddress(sent, undefined, await findCountryFacts(tx, countryOf(sent, undefined)));
  await forgetAddressForOneOrder(tx, scope);
  const id = await insertOwnAddress(tx, scope, { ...values, isDefault: false }, { forOrderOnly: true });
  return findAddress(tx, scope, 'shipping', id);
}

/** Changes one of the person's own addresses; what is absent stays. Throws 404 when it is not theirs, 422 for what is not valid. */
export async function changeAddress(tx: Tx, scope: Scope, addressId: number, sent: SentAddress): Promise<Address> {
  const before = await lockOwnAddress(tx, scope, addressId);
  if (!before) throw notFound('address');
  const values = completeAddress(sent, before, await findCountryFacts(tx, countryOf(sent, before)));
  await updateOwnAddress(tx, scope, addressId, values);
  return getAddress(tx, scope, addressId);
}

/** One of the person's own addresses. Throws 404 when it is not theirs. */
export async function getAddress(tx: Tx, scope: Scope, addressId: number): Promise<Address> {
  const address = await findOwnAddress(tx, scope, addressId);
  if (!address) throw notFound('address');
  return address;
}
