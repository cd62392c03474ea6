import { issuePasswordLink } from '#api/identity/passwords/links.queries.ts';
import { activationUrl } from '#api/identity/passwords/password-urls.ts';
import { INVITATION_TTL_DAYS } from '#api/identity/passwords/passwords.rules.ts';
import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { createLink } from '#api/platform/mail/compose.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { setMembership } from '../person/memberships.queries.ts';
import { ADMIN_ROLE_ID, withDefaultMemberships } from '../person/memberships.rules.ts';
import { findCurrentSeasonId, insertPersonRecord } from '../person/person.queries.ts';
import { placeAdministrator } from './first-administrator.queries.ts';
import { invitationMail } from './invitation-mails.ts';

/** Where a person is added, and the origin that links to the portal start with. */
export interface AdministratorPlace {
  organisationId: number;
  organisationName: string;
  brandId: number;
  origin: string;
}

/** A link for setting a password, as the mail has it. */
export interface MailedLink {
  link: string;
  validDays: number;
}

/**
 * Adds the first administrator of an organisation, who administers all of it, approves orders and works at a destination. Returns the
 * id. The caller has checked that the address is free, and invites the person.
 */
export async function addFirstAdministrator(
  tx: Tx,
  place: AdministratorPlace,
  person: { email: string; firstName: string; lastName: string; destinationId: number | null },
): Promise<number> {
  const id = await insertPersonRecord(tx, place, person);
  await placeAdministrator(tx, place.organisationId, id, person.destinationId);
  const given = { roleIds: [ADMIN_ROLE_ID], seasonIds: [] };
  const { roleIds, seasonIds } = withDefaultMemberships(given, await findCurrentSeasonId(tx, place));
  await setMembership(tx, place, id, 'roleIds', roleIds);
  await setMembership(tx, place, id, 'organisationSeasons', seasonIds);
  await recordSystemAuditEvent(tx, {
    organisationId: place.organisationId,
    brandId: place.brandId,
    action: 'customer.added',
    subjectId: String(id),
    after: { email: person.email, roleIds, organisationSeasons: seasonIds },
  });
  return id;
}

/** Creates a link with which an administrator sets the first password, and mails it. Earlier links stop working. */
export async function inviteFirstAdministrator(
  tx: Tx,
  dependencies: MailDependencies,
  place: AdministratorPlace,
  person: { customerId: number; email: string; firstName: string },
): Promise<MailedLink> {
  const { organisationId, organisationName, brandId, origin } = place;
  const { customerId, email, firstName } = person;
  const token = await issuePasswordLink(tx, {
    organisationId,
    customerId,
    purpose: 'invitation',
    minutes: INVITATION_TTL_DAYS * 24 * 60,
  });
  const secrets = { token, email };
  await enqueueMail(tx, dependencies, invitationMail, {
    organisationId,
    brandId,
    recipient: email,
    data: { firstName, organisationName, validDays: INVITATION_TTL_DAYS },
    secrets,
  });
  await recordSystemAuditEvent(tx, { organisationId, brandId, action: 'invitation.sent', subjectId: String(customerId) });
  return { link: activationUrl({ link: createLink(origin), secrets, recipient: email }), validDays: INVITATION_TTL_DAYS };
}
