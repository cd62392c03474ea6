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

/** The most addresses one destination may have: people choose from the whole list at the checkout. */
const MAX_ADDRESSES = 100;

async function recordAndRead({ tx, context, requestId }: CommandContext, verb: string, addressId: number): Promise<Address> {
  await recordAuditEvent(tx, context, { action: `resortAddress.${verb}`, subjectId: String(addressId), requestId });
  const address = await findResortAddress(tx, context.caller, addressId);
  if (!address) throw notFound('address');
  return address;
}

/** Adds an address to a destination. Throws 403, 404, 422 for invalid values and 409 when the destination has reached the limit. */
export async function addResortAddress(command: CommandContext, resortId: number, input: AddressInput): Promise<Address> {
  const { tx, context } = command;
  assertCanManageStructure(context.caller);
  await lockOrganisation(tx, context.caller);
  if (!(await hasItem(tx, context.caller, 'resort', resortId))) throw notFound('organisationResort');
  const values = completeAddress(input, undefined, await findAddressCountry(tx, getAddressCountryId(input, undefined)));
  if ((await countResortAddresses(tx, context.caller, resortId)) >= MAX_ADDRESSES)
    throw new HttpError(409, { address: [`A destination can have up to ${MAX_ADDRESSES} addresses. Please remove one first.`] });
  return recordAndRead(command, 'added', await insertResortAddress(tx, context.caller, resortId, values));
}

/** Changes an address of a destination; absent fields stay as they are. Throws 403, 404, 422. */
export async function changeResortAddress(command: CommandContext, addressId: number, input: AddressInput): Promise<Address> {
  const { tx, context } = command;
  assertCanManageStructure(context.caller);
  const stored = await lockResortAddress(tx, context.caller, addressId);
  if (!stored) throw notFound('address');
  const values = completeAddress(input, stored.values, await findAddressCountry(tx, getAddressCountryId(input, stored.values)));
  await updateResortAddress(tx, context.caller, { addressId, resortId: stored.resortId }, values);
  return recordAndRead(command, 'changed', addressId);
}

/** Deletes an address of a destination, which can be undone for a day. Throws 403 and 404. */
export async function deleteResortAddress({ tx, context, requestId }: CommandContext, addressId: number): Promise<void> {
  assertCanManageStructure(context.caller);
  if (!(await softDeleteResortAddress(tx, context.caller, addressId))) throw notFound('address');
  await recordAuditEvent(tx, context, { action: 'resortAddress.removed', subjectId: String(addressId), requestId });
}

/** Restores an address that was deleted less than a day ago. Throws 403 and 404. */
export async function restoreResortAddress(command: CommandContext, addressId: number): Promise<Address> {
  assertCanManageStructure(command.context.caller);
  await undeleteResortAddress(command.tx, command.context.caller, addressId);
  return recordAndRead(command, 'restored', addressId);
}
