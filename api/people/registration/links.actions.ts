import { newToken } from '#api/identity/sessions/tokens.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { Hosts } from '#api/platform/http/hosts.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import {
  findRegistrationLink,
  insertRegistrationLink,
  listRegistrationLinkOptions,
  type RegistrationLink,
  type RegistrationLinkOptions,
  updateRegistrationLink,
} from './links.queries.ts';
import { hashRegistrationToken } from './registration.actions.ts';
import { type FieldErrors, getDefaultLinkExpiry, parseLinkExpiry, parseLinkName } from './registration.rules.ts';
import { getTokenPurpose } from './token-purpose.ts';

type WireLink = ReplyOf<'POST /api/registrationlinks'>['registrationLink'];
type NewLink = BodyOf<'POST /api/registrationlinks'>;

/** What the address of a link is made of: the brand's origin and the token, which is stored encrypted. */
interface AddressDependencies {
  hosts: Hosts;
  vault: Vault;
}

/** A link as the wire shows it, with its address while it is open and its token can be read. */
export async function toWireRegistrationLink(
  dependencies: AddressDependencies,
  context: RequestContext,
  { tokenHash, tokenSealed, ...link }: RegistrationLink,
): Promise<WireLink> {
  return { ...link, url: link.state === 'open' ? await addressOf(dependencies, context, tokenHash, tokenSealed) : null };
}

async function addressOf(
  { hosts, vault }: AddressDependencies,
  context: RequestContext,
  hash: Buffer,
  sealed: Buffer | null,
): Promise<string | null> {
  if (!sealed) return null;
  try {
    const { canonicalOrigin } = await hosts.getBrandById(context.caller.brandId);
    return `${canonicalOrigin}/register?token=${encodeURIComponent(vault.open(getTokenPurpose(hash), sealed))}`;
  } catch {
    // Sealed with a key that is gone: the link still works for whoever has it.
    return null;
  }
}

/** Everything that a link may be made of; a group is required of whoever administers only some. */
export async function getRegistrationLinkOptions(
  { db }: { db: Db },
  context: RequestContext,
): Promise<RegistrationLinkOptions & { organisationGroupRequired: boolean }> {
  const choices = await listRegistrationLinkOptions(db, context.caller);
  return { ...choices, organisationGroupRequired: context.caller.adminableGroupIds.length > 0 };
}

/** What is wrong with the ids of a new link: each must be one of the choices. */
function faultsOfIds(link: NewLink, choices: RegistrationLinkOptions, groupRequired: boolean): FieldErrors {
  const errors: FieldErrors = {};
  const check = (
    field: 'resortIds' | 'businessAreaIds' | 'collectionIds' | 'roleIds',
    offered: readonly { id: number }[],
    label: string,
  ) => {
    for (const [index, id] of (link[field] ?? []).entries())
      if (!offered.some((one) => one.id === id))
        errors[`${field}[${index}]`] = [`${label} is not one of those that can be chosen.`];
  };
  check('resortIds', choices.resorts, 'Destination');
  check('businessAreaIds', choices.businessAreas, 'Business area');
  check('collectionIds', choices.collections, 'Wardrobe');
  check('roleIds', choices.roles, 'Role');
  if (link.organisationGroupId) {
    if (!choices.organisationGroups.some(({ id }) => id === link.organisationGroupId))
      errors.organisationGroupId = ['Group is not one of those that can be chosen.'];
  } else if (groupRequired) errors.organisationGroupId = ['Group is required.'];
  return errors;
}

/** Makes a link. Throws 422 with a sentence for every field that is wrong. */
export async function createRegistrationLink(
  dependencies: AddressDependencies & { db: Db },
  context: RequestContext,
  sent: NewLink,
  requestId: string,
): Promise<WireLink> {
  const now = new Date();
  const { organisationGroupRequired, ...choices } = await getRegistrationLinkOptions(dependencies, context);
  const errors = faultsOfIds(sent, choices, organisationGroupRequired);
  const { name, fault } = parseLinkName(sent.name);
  if (fault) errors.name = [fault];
  const expiry = sent.expiresOnUtc
    ? parseLinkExpiry(parseIsoDate(sent.expiresOnUtc), now)
    : { expiresAt: getDefaultLinkExpiry(now) };
  if (expiry.fault) errors.expiresOnUtc = [expiry.fault];
  const { expiresAt } = expiry;
  if (Object.keys(errors).length > 0 || !name || !expiresAt) throw new HttpError(422, errors);

  const { secret } = newToken();
  const tokenHash = hashRegistrationToken(secret);
  const ids = (list: readonly number[] | undefined) => [...new Set(list ?? [])];
  return runInTransaction(dependencies.db, async (tx) => {
    const id = await insertRegistrationLink(tx, context.caller, {
      name,
      expiresAt,
      registrationType: sent.registrationType,
      groupId: sent.organisationGroupId || null,
      tokenHash,
      tokenSealed: dependencies.vault.seal(getTokenPurpose(tokenHash), secret),
      asks: {
        asksEmployeeNumber: sent.employeeNumberEnabled ?? false,
        asksPoNumber: sent.poNumberEnabled ?? false,
        asksGender: sent.genderEnabled ?? false,
        asksResort: sent.resortEnabled ?? false,
        asksBusinessArea: sent.businessAreaEnabled ?? false,
        asksCollection: sent.collectionEnabled ?? false,
      },
      resortIds: sent.resortEnabled ? ids(sent.resortIds) : [],
      businessAreaIds: sent.businessAreaEnabled ? ids(sent.businessAreaIds) : [],
      collectionIds: sent.collectionEnabled ? ids(sent.collectionIds) : [],
      roleIds: ids(sent.roleIds),
    });
    await recordAuditEvent(tx, context, {
      action: 'registration-link.made',
      subjectId: String(id),
      after: { registrationType: sent.registrationType, roleIds: ids(sent.roleIds), groupId: sent.organisationGroupId || null },
      requestId,
    });
    return toWireRegistrationLink(
      dependencies,
      context,
      (await findRegistrationLink(tx, context.caller, id)) as RegistrationLink,
    );
  });
}

/** Renames a link, moves its end, revokes or restores it. Throws 404, 422. */
export async function editRegistrationLink(
  dependencies: AddressDependencies & { db: Db },
  context: RequestContext,
  linkId: number,
  sent: BodyOf<'PUT /api/registrationlinks/:id'>,
  requestId: string,
): Promise<WireLink> {
  const { name, fault }: ReturnType<typeof parseLinkName> = sent.name === undefined ? {} : parseLinkName(sent.name);
  if (fault) throw invalid('name', fault);
  return runInTransaction(dependencies.db, async (tx) => {
    const before = await findRegistrationLink(tx, context.caller, linkId);
    if (!before) throw notFound('registrationLink');
    // A form that is sent whole repeats the end of a link that has ended meanwhile.
    const isMoved = sent.expiresOnUtc !== undefined && sent.expiresOnUtc !== before.expiresOnUtc;
    const expiry: ReturnType<typeof parseLinkExpiry> = isMoved
      ? parseLinkExpiry(parseIsoDate(sent.expiresOnUtc ?? ''), new Date())
      : {};
    if (expiry.fault) throw invalid('expiresOnUtc', expiry.fault);
    await updateRegistrationLink(tx, context.caller, linkId, { name, expiresAt: expiry.expiresAt, revoked: sent.revoked });
    const link = (await findRegistrationLink(tx, context.caller, linkId)) as RegistrationLink;
    const facts = ({ name, state, expiresOnUtc }: RegistrationLink) => ({ name, state, expiresOnUtc });
    await recordAuditEvent(tx, context, {
      action: 'registration-link.changed',
      subjectId: String(linkId),
      before: facts(before),
      after: facts(link),
      requestId,
    });
    return toWireRegistrationLink(dependencies, context, link);
  });
}
