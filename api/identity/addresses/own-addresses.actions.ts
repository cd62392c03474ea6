import type { Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type Address, findAddress, findOwnAddress } from './addresses.queries.ts';
import { type AddressInput, completeAddress, getAddressCountryId } from './addresses.rules.ts';
import {
  countOwnAddresses,
  deleteOneTimeAddress,
  findAddressCountry,
  insertOwnAddress,
  lockOwnAddress,
  updateOwnAddress,
} from './own-addresses.queries.ts';

/** How many addresses one person may keep; a list that people choose from is not longer. */
const MAX_ADDRESSES = 100;

/** Keeps a new address of the person. Throws 422 for what is not valid, 409 when there are very many already. */
export async function createOwnAddress(tx: Tx, scope: Scope, sent: AddressInput): Promise<Address> {
  const values = completeAddress(sent, undefined, await findAddressCountry(tx, getAddressCountryId(sent, undefined)));
  if ((await countOwnAddresses(tx, scope)) >= MAX_ADDRESSES)
    throw new HttpError(409, { address: [`No more than ${MAX_ADDRESSES} addresses can be kept. Please remove one first.`] });
  return getOwnAddress(tx, scope, await insertOwnAddress(tx, scope, values));
}

/** Keeps an address for the person's next order alone, in the place of any before. Throws 422 for what is not valid. */
export async function saveOneTimeAddress(tx: Tx, scope: Scope, sent: AddressInput): Promise<Address | undefined> {
  const values = completeAddress(sent, undefined, await findAddressCountry(tx, getAddressCountryId(sent, undefined)));
  await deleteOneTimeAddress(tx, scope);
  const id = await insertOwnAddress(tx, scope, { ...values, isDefault: false }, { forOrderOnly: true });
  return findAddress(tx, scope, 'shipping', id);
}

/** Changes one of the person's own addresses; what is absent stays. Throws 404 when it is not theirs, 422 for what is not valid. */
export async function changeOwnAddress(tx: Tx, scope: Scope, addressId: number, sent: AddressInput): Promise<Address> {
  const before = await lockOwnAddress(tx, scope, addressId);
  if (!before) throw notFound('address');
  const values = completeAddress(sent, before, await findAddressCountry(tx, getAddressCountryId(sent, before)));
  await updateOwnAddress(tx, scope, addressId, values);
  return getOwnAddress(tx, scope, addressId);
}

/** One of the person's own addresses. Throws 404 when it is not theirs. */
export async function getOwnAddress(tx: Tx, scope: Scope, addressId: number): Promise<Address> {
  const address = await findOwnAddress(tx, scope, addressId);
  if (!address) throw notFound('address');
  return address;
}
