import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, notFound } from '#api/platform/http/errors.ts';
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

/** The most addresses one person may save: people choose from the whole list. */
const MAX_ADDRESSES = 100;

/** Saves a new address of the person. Throws 422 for invalid values and 409 when the person has reached the limit, and 403 in a trip whose address is fixed. */
export async function createOwnAddress(tx: Tx, scope: Scope, input: AddressInput): Promise<Address> {
  if (scope.trip && !scope.trip.allowsAddressChoice)
    throw forbidden('Your purchasing system decides where this order is delivered. Please choose the address there.');
  const values = completeAddress(input, undefined, await findAddressCountry(tx, getAddressCountryId(input, undefined)));
  if ((await countOwnAddresses(tx, scope)) >= MAX_ADDRESSES)
    throw new HttpError(409, { address: [`You can save up to ${MAX_ADDRESSES} addresses. Please remove one first.`] });
  return getOwnAddress(tx, scope, await insertOwnAddress(tx, scope, values));
}

/** Saves an address for the person's next order only and replaces any earlier one-time address. Throws 422 for invalid values. */
export async function saveOneTimeAddress(tx: Tx, scope: Scope, input: AddressInput): Promise<Address | undefined> {
  const values = completeAddress(input, undefined, await findAddressCountry(tx, getAddressCountryId(input, undefined)));
  await deleteOneTimeAddress(tx, scope);
  const id = await insertOwnAddress(tx, scope, { ...values, isDefault: false }, { forOrderOnly: true });
  return findAddress(tx, scope, 'shipping', id);
}

/** Changes one of the person's own addresses; absent fields stay as they are. Throws 404 when it is not theirs, 422 for invalid values. */
export async function changeOwnAddress(tx: Tx, scope: Scope, addressId: number, input: AddressInput): Promise<Address> {
  const before = await lockOwnAddress(tx, scope, addressId);
  if (!before) throw notFound('address');
  const values = completeAddress(input, before, await findAddressCountry(tx, getAddressCountryId(input, before)));
  await updateOwnAddress(tx, scope, addressId, values);
  return getOwnAddress(tx, scope, addressId);
}

/** One of the person's own addresses. Throws 404 when it is not theirs. */
export async function getOwnAddress(tx: Tx, scope: Scope, addressId: number): Promise<Address> {
  const address = await findOwnAddress(tx, scope, addressId);
  if (!address) throw notFound('address');
  return address;
}
