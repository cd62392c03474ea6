import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import { type AddressInput, completeAddress, getAddressCountryId } from '#api/identity/addresses/addresses.rules.ts';
import { findAddressCountry } from '#api/identity/addresses/own-addresses.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import {
  countResortAddresses,
  findResortAddress,
  insertResortAddress,
  lockResortAddress,
  softDeleteResortAddress,
  undeleteResortAddress,
  updateResortAddress,
} from './resort-addresses.queries.ts';
import type { CommandContext } from './structure.actions.ts';
import { hasItem, lockOrganisation } from './structure.queries.ts';
import { assertCanManageStructure } from './structure.rules.ts';

/** How many addresses one destination may have; people choose from them at the checkout. */
const MAX_ADDRESSES = 100;

async function written({ tx, context, requestId }: CommandContext, what: string, addressId: number): Promise<Address> {
  await recordAuditEvent(tx, context, { action: `resortAddress.${what}`, subjectId: String(addressId), requestId });
  const address = await findResortAddress(tx, context.caller, addressId);
  if (!address) throw notFound('address');
  return address;
}

/** Adds an address to a destination. Throws 403, 404, 422 for what is not valid, 409 when there are very many. */
export async function addResortAddress(desk: CommandContext, resortId: number, sent: AddressInput): Promise<Address> {
  const { tx, context } = desk;
  assertCanManageStructure(context.caller);
  await lockOrganisation(tx, context.caller);
  if (!(await hasItem(tx, context.caller, 'resort', resortId))) throw notFound('organisationResort');
  const values = completeAddress(sent, undefined, await findAddressCountry(tx, getAddressCountryId(sent, undefined)));
  if ((await countResortAddresses(tx, context.caller, resortId)) >= MAX_ADDRESSES)
    throw new HttpError(409, { address: [`No more than ${MAX_ADDRESSES} addresses can be kept. Please remove one first.`] });
  return written(desk, 'added', await insertResortAddress(tx, context.caller, resortId, values));
}

/** Changes an address of a destination; what is absent stays. Throws 403, 404, 422. */
export async function changeResortAddress(desk: CommandContext, addressId: number, sent: AddressInput): Promise<Address> {
  const { tx, context } = desk;
  assertCanManageStructure(context.caller);
  const kept = await lockResortAddress(tx, context.caller, addressId);
  if (!kept) throw notFound('address');
  const values = completeAddress(sent, kept.values, await findAddressCountry(tx, getAddressCountryId(sent, kept.values)));
  await updateResortAddress(tx, context.caller, { addressId, resortId: kept.resortId }, values);
  return written(desk, 'changed', addressId);
}

/** Takes an address of a destination away. Throws 403 and 404. */
export async function deleteResortAddress({ tx, context, requestId }: CommandContext, addressId: number): Promise<void> {
  assertCanManageStructure(context.caller);
  if (!(await softDeleteResortAddress(tx, context.caller, addressId))) throw notFound('address');
  await recordAuditEvent(tx, context, { action: 'resortAddress.removed', subjectId: String(addressId), requestId });
}

/** Brings back what was taken away less than a day ago. Throws 403 and 404. */
export async function restoreResortAddress(desk: CommandContext, addressId: number): Promise<Address> {
  assertCanManageStructure(desk.context.caller);
  await undeleteResortAddress(desk.tx, desk.context.caller, addressId);
  return written(desk, 'restored', addressId);
}
