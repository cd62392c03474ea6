import type { Address } from '../addresses/addresses.queries.ts';
import { completeAddress, countryOf, type SentAddress } from '../addresses/addresses.rules.ts';
import { findCountryFacts } from '../addresses/own-addresses.queries.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { HttpError, notFound } from '../http/errors.ts';
import {
  countResortAddresses,
  findResortAddress,
  insertResortAddress,
  lockResortAddress,
  removeResortAddress,
  restoreResortAddress,
  updateResortAddress,
} from './resort-addresses.queries.ts';
import type { Desk } from './structure.actions.ts';
import { hasThing, takeTurn } from './structure.queries.ts';
import { checkMayManage } from './structure.rules.ts';

/** How many addresses one destination may have; people choose from them at the checkout. */
const MOST_ADDRESSES = 100;

async function written({ tx, visit, requestId }: Desk, what: string, addressId: number): Promise<Address> {
  await recordDeed(tx, visit, { action: `resortAddress.${what}`, subjectId: String(addressId), requestId });
  const address = await findResortAddress(tx, visit.caller, addressId);
  if (!address) throw notFound('address');
  return address;
}

/** Adds an address to a destination. Throws 403, 404, 422 for what is not valid, 409 when there are very many. */
export async function addResortAddress(desk: Desk, resortId: number, sent: SentAddress): Promise<Address> {
  const { tx, visit } = desk;
  checkMayManage(visit.caller);
  await takeTurn(tx, visit.caller);
  if (!(await hasThing(tx, visit.caller, 'resort', resortId))) throw notFound('organisationResort');
  const values = completeAddress(sent, undefined, await findCountryFacts(tx, countryOf(sent, undefined)));
  if ((await countResortAddresses(tx, visit.caller, resortId)) >= MOST_ADDRESSES)
    throw new HttpError(409, { address: [`No more than ${MOST_ADDRESSES} addresses can be kept. Please remove one first.`] });
  return written(desk, 'added', await insertResortAddress(tx, visit.caller, resortId, values));
}

/** Changes an address of a destination; what is absent stays. Throws 403, 404, 422. */
export async function changeResortAddress(desk: Desk, addressId: number, sent: SentAddress): Promise<Address> {
  const { tx, visit } = desk;
  checkMayManage(visit.caller);
  const kept = await lockResortAddress(tx, visit.caller, addressId);
  if (!kept) throw notFound('address');
  const values = completeAddress(sent, kept.values, await findCountryFacts(tx, countryOf(sent, kept.values)));
  await updateResortAddress(tx, visit.caller, { addressId, resortId: kept.resortId }, values);
  return written(desk, 'changed', addressId);
}

/** Takes an address of a destination away. Throws 403 and 404. */
export async function takeResortAddressAway({ tx, visit, requestId }: Desk, addressId: number): Promise<void> {
  checkMayManage(visit.caller);
  if (!(await removeResortAddress(tx, visit.caller, addressId))) throw notFound('address');
  await recordDeed(tx, visit, { action: 'resortAddress.removed', subjectId: String(addressId), requestId });
}

/** Brings back what was taken away less than a day ago. Throws 403 and 404. */
export async function bringResortAddressBack(desk: Desk, addressId: number): Promise<Address> {
  checkMayManage(desk.visit.caller);
  await restoreResortAddress(desk.tx, desk.visit.caller, addressId);
  return written(desk, 'restored', addressId);
}
