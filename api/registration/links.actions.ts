import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { newToken } from '../access/tokens.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { inTransaction } from '../db/database.ts';
import { readIsoDate } from '../http/dates.ts';
import type { Visit } from '../http/endpoint.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { changeLink, findLink, insertLink, type Link, type LinkChoices, readLinkChoices } from './links.queries.ts';
import { hashOfLink } from './registration.actions.ts';
import { type FieldErrors, readExpiry, readLinkName, usualExpiry } from './registration.rules.ts';
import { sealedFor } from './sealed-for.ts';

type WireLink = ReplyOf<'POST /api/registrationlinks'>['registrationLink'];
type NewLink = BodyOf<'POST /api/registrationlinks'>;

/** A link as the wire shows it, with its address while it is open and its token can be read. */
export async function toWire(portal: Portal, visit: Visit, { tokenHash, tokenSealed, ...link }: Link): Promise<WireLink> {
  return { ...link, url: link.state === 'open' ? await addressOf(portal, visit, tokenHash, tokenSealed) : null };
}

async function addressOf(portal: Portal, visit: Visit, hash: Buffer, sealed: Buffer | null): Promise<string | null> {
  if (!sealed) return null;
  try {
    const { canonicalOrigin } = await portal.hosts.brandById(visit.caller.brandId);
    return `${canonicalOrigin}/register?token=${encodeURIComponent(portal.vault.open(sealedFor(hash), sealed))}`;
  } catch {
    // Sealed with a key that is gone: the link still works for whoever has it.
    return null;
  }
}

/** Everything that a link may be made of; a group is required of whoever administers only some. */
export async function listChoices(portal: Portal, visit: Visit): Promise<LinkChoices & { organisationGroupRequired: boolean }> {
  const choices = await readLinkChoices(portal.db, visit.caller);
  return { ...choices, organisationGroupRequired: visit.caller.adminableGroupIds.length > 0 };
}

/** What is wrong with the ids of a new link: each must be one of the choices. */
function faultsOfIds(link: NewLink, choices: LinkChoices, groupRequired: boolean): FieldErrors {
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
export async function makeLink(portal: Portal, visit: Visit, sent: NewLink, requestId: string): Promise<WireLink> {
  const now = new Date();
  const { organisationGroupRequired, ...choices } = await listChoices(portal, visit);
  const errors = faultsOfIds(sent, choices, organisationGroupRequired);
  const { name, fault } = readLinkName(sent.name);
  if (fault) errors.name = [fault];
  const expiry = sent.expiresOnUtc ? readExpiry(readIsoDate(sent.expiresOnUtc), now) : { expiresAt: usualExpiry(now) };
  if (expiry.fault) errors.expiresOnUtc = [expiry.fault];
  const { expiresAt } = expiry;
  if (Object.keys(errors).length > 0 || !name || !expiresAt) throw new HttpError(422, errors);

  const { secret } = newToken();
  const tokenHash = hashOfLink(secret);
  const ids = (list: readonly number[] | undefined) => [...new Set(list ?? [])];
  return inTransaction(portal.db, async (tx) => {
    const id = await insertLink(tx, visit.caller, {
      name,
      expiresAt,
      registrationType: sent.registrationType,
      groupId: sent.organisationGroupId || null,
      tokenHash,
      tokenSealed: portal.vault.seal(sealedFor(tokenHash), secret),
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
    await recordDeed(tx, visit, {
      action: 'registration-link.made',
      subjectId: String(id),
      after: { registrationType: sent.registrationType, roleIds: ids(sent.roleIds), groupId: sent.organisationGroupId || null },
      requestId,
    });
    return toWire(portal, visit, (await findLink(tx, visit.caller, id)) as Link);
  });
}

/** Renames a link, moves its end, revokes or restores it. Throws 404, 422. */
export async function editLink(
  portal: Portal,
  visit: Visit,
  linkId: number,
  sent: BodyOf<'PUT /api/registrationlinks/:id'>,
  requestId: string,
): Promise<WireLink> {
  const { name, fault }: ReturnType<typeof readLinkName> = sent.name === undefined ? {} : readLinkName(sent.name);
  if (fault) throw invalid('name', fault);
  return inTransaction(portal.db, async (tx) => {
    const before = await findLink(tx, visit.caller, linkId);
    if (!before) throw notFound('registrationLink');
    // A form that is sent whole repeats the end of a link that has ended meanwhile.
    const isMoved = sent.expiresOnUtc !== undefined && sent.expiresOnUtc !== before.expiresOnUtc;
    const expiry: ReturnType<typeof readExpiry> = isMoved ? readExpiry(readIsoDate(sent.expiresOnUtc ?? ''), new Date()) : {};
    if (expiry.fault) throw invalid('expiresOnUtc', expiry.fault);
    await changeLink(tx, visit.caller, linkId, { name, expiresAt: expiry.expiresAt, revoked: sent.revoked });
    const link = (await findLink(tx, visit.caller, linkId)) as Link;
    const facts = ({ name, state, expiresOnUtc }: Link) => ({ name, state, expiresOnUtc });
    await recordDeed(tx, visit, {
      action: 'registration-link.changed',
      subjectId: String(linkId),
      before: facts(before),
      after: facts(link),
      requestId,
    });
    return toWire(portal, visit, link);
  });
}
