import { confirmCaller } from '#api/identity/login/confirm-identity.actions.ts';
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

/** What the URL of a link needs: the brand's origin, and the key that decrypts the token. */
interface LinkUrlDependencies {
  hosts: Hosts;
  vault: Vault;
}

/** A link as the API returns it, with its URL while it is open and its token can be decrypted. */
export async function toWireRegistrationLink(
  dependencies: LinkUrlDependencies,
  context: RequestContext,
  { tokenHash, tokenSealed, ...link }: RegistrationLink,
): Promise<WireLink> {
  return { ...link, url: link.state === 'open' ? await createLinkUrl(dependencies, context, tokenHash, tokenSealed) : null };
}

async function createLinkUrl(
  { hosts, vault }: LinkUrlDependencies,
  context: RequestContext,
  hash: Buffer,
  sealed: Buffer | null,
): Promise<string | null> {
  if (!sealed) return null;
  try {
    const { canonicalOrigin } = await hosts.getBrandById(context.caller.brandId);
    return `${canonicalOrigin}/register?token=${encodeURIComponent(vault.open(getTokenPurpose(hash), sealed))}`;
  } catch {
    // Encrypted with a key that is no longer configured: the link itself still works.
    return null;
  }
}

/** The options for a new link. An administrator of some groups must choose one of them. */
export async function getRegistrationLinkOptions(
  { db }: { db: Db },
  context: RequestContext,
): Promise<RegistrationLinkOptions & { organisationGroupRequired: boolean }> {
  const options = await listRegistrationLinkOptions(db, context.caller);
  return { ...options, organisationGroupRequired: context.caller.adminableGroupIds.length > 0 };
}

/** Errors in the ids of a new link: each must be one of the options. */
function findOptionErrors(link: NewLink, options: RegistrationLinkOptions, groupRequired: boolean): FieldErrors {
  const errors: FieldErrors = {};
  const check = (
    field: 'resortIds' | 'businessAreaIds' | 'collectionIds' | 'roleIds',
    offered: readonly { id: number }[],
    label: string,
  ) => {
    for (const [index, id] of (link[field] ?? []).entries())
      if (!offered.some((option) => option.id === id))
        errors[`${field}[${index}]`] = [`${label} is not one of the available options.`];
  };
  check('resortIds', options.resorts, 'Destination');
  check('businessAreaIds', options.businessAreas, 'Business area');
  check('collectionIds', options.collections, 'Wardrobe');
  check('roleIds', options.roles, 'Role');
  if (link.organisationGroupId) {
    if (!options.organisationGroups.some(({ id }) => id === link.organisationGroupId))
      errors.organisationGroupId = ['Group is not one of the available options.'];
  } else if (groupRequired) errors.organisationGroupId = ['Group is required.'];
  return errors;
}

/** Creates a link; takes the caller's proof of identity, since a link outlives the session. Throws 422 with an error for each invalid field, and 429. */
export async function createRegistrationLink(
  dependencies: LinkUrlDependencies & { db: Db },
  context: RequestContext,
  input: NewLink,
  requestId: string,
): Promise<WireLink> {
  const now = new Date();
  const { organisationGroupRequired, ...options } = await getRegistrationLinkOptions(dependencies, context);
  const errors = findOptionErrors(input, options, organisationGroupRequired);
  const { name, error: nameError } = parseLinkName(input.name);
  if (nameError) errors.name = [nameError];
  const expiry = input.expiresOnUtc
    ? parseLinkExpiry(parseIsoDate(input.expiresOnUtc), now)
    : { expiresAt: getDefaultLinkExpiry(now) };
  if (expiry.error) errors.expiresOnUtc = [expiry.error];
  const { expiresAt } = expiry;
  if (Object.keys(errors).length > 0 || !name || !expiresAt) throw new HttpError(422, errors);
  await confirmCaller(dependencies, context.caller, input);

  const { secret } = newToken();
  const tokenHash = hashRegistrationToken(secret);
  const uniqueIds = (list: readonly number[] | undefined) => [...new Set(list ?? [])];
  return runInTransaction(dependencies.db, async (tx) => {
    const id = await insertRegistrationLink(tx, context.caller, {
      name,
      expiresAt,
      registrationType: input.registrationType,
      groupId: input.organisationGroupId || null,
      tokenHash,
      tokenSealed: dependencies.vault.seal(getTokenPurpose(tokenHash), secret),
      asks: {
        asksEmployeeNumber: input.employeeNumberEnabled ?? false,
        asksPoNumber: input.poNumberEnabled ?? false,
        asksGender: input.genderEnabled ?? false,
        asksResort: input.resortEnabled ?? false,
        asksBusinessArea: input.businessAreaEnabled ?? false,
        asksCollection: input.collectionEnabled ?? false,
      },
      resortIds: input.resortEnabled ? uniqueIds(input.resortIds) : [],
      businessAreaIds: input.businessAreaEnabled ? uniqueIds(input.businessAreaIds) : [],
      collectionIds: input.collectionEnabled ? uniqueIds(input.collectionIds) : [],
      roleIds: uniqueIds(input.roleIds),
    });
    await recordAuditEvent(tx, context, {
      action: 'registration-link.created',
      subjectId: String(id),
      after: {
        registrationType: input.registrationType,
        roleIds: uniqueIds(input.roleIds),
        groupId: input.organisationGroupId || null,
      },
      requestId,
    });
    return toWireRegistrationLink(
      dependencies,
      context,
      (await findRegistrationLink(tx, context.caller, id)) as RegistrationLink,
    );
  });
}

/** Changes the name or expiry of a link, revokes it or restores it. A later expiry and restoring need proof of identity. Throws 404, 422. */
export async function editRegistrationLink(
  dependencies: LinkUrlDependencies & { db: Db },
  context: RequestContext,
  linkId: number,
  input: BodyOf<'PUT /api/registrationlinks/:id'> & { isIdentityConfirmed: boolean },
  requestId: string,
): Promise<WireLink> {
  const { name, error: nameError }: ReturnType<typeof parseLinkName> = input.name === undefined ? {} : parseLinkName(input.name);
  if (nameError) throw invalid('name', nameError);
  return runInTransaction(dependencies.db, async (tx) => {
    const before = await findRegistrationLink(tx, context.caller, linkId);
    if (!before) throw notFound('registrationLink');
    // A client that sends the whole form repeats the expiry of a link that has expired since.
    const isExpiryChanged = input.expiresOnUtc !== undefined && input.expiresOnUtc !== before.expiresOnUtc;
    const expiry: ReturnType<typeof parseLinkExpiry> = isExpiryChanged
      ? parseLinkExpiry(parseIsoDate(input.expiresOnUtc ?? ''), new Date())
      : {};
    if (expiry.error) throw invalid('expiresOnUtc', expiry.error);
    const isExtended = expiry.expiresAt !== undefined && expiry.expiresAt > new Date(before.expiresOnUtc);
    const isRestored = input.revoked === false && before.revokedOnUtc !== null;
    if ((isExtended || isRestored) && !input.isIdentityConfirmed)
      throw invalid('callerPassword', 'Please enter your own password to let the link be used for longer.');
    await updateRegistrationLink(tx, context.caller, linkId, { name, expiresAt: expiry.expiresAt, revoked: input.revoked });
    const link = (await findRegistrationLink(tx, context.caller, linkId)) as RegistrationLink;
    const toAuditedFields = ({ name, state, expiresOnUtc }: RegistrationLink) => ({ name, state, expiresOnUtc });
    await recordAuditEvent(tx, context, {
      action: 'registration-link.changed',
      subjectId: String(linkId),
      before: toAuditedFields(before),
      after: toAuditedFields(link),
      requestId,
    });
    return toWireRegistrationLink(dependencies, context, link);
  });
}
