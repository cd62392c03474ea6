import { issuePasswordLink } from '#api/identity/passwords/links.queries.ts';
import { activationUrl } from '#api/identity/passwords/password-urls.ts';
import { INVITATION_TTL_DAYS } from '#api/identity/passwords/passwords.rules.ts';
import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import { createLink } from '#api/platform/mail/compose.ts';
import { describeSkipReason } from './invitations.rules.ts';
import { type LinkCandidate, listInvitingOrganisations, lockLinkCandidates } from './printed-links.queries.ts';

/** How many links are issued at once. */
export const MAX_PRINTED_LINKS = 500;

/** The link with which a person sets the first password. Whoever has it can do so: it is a secret. */
export interface PrintedLink {
  name: string;
  email: string;
  link: string;
}

/** Why a person cannot get a link, as a sentence. */
function explainRefusal({ hasPassword, isActive, hasLeft }: LinkCandidate): string | undefined {
  if (hasPassword) return describeSkipReason('invitation', 'AlreadyActive');
  if (!isActive) return describeSkipReason('invitation', 'SwitchedOff');
  return hasLeft ? describeSkipReason('invitation', 'Left') : undefined;
}

/** Throws 422 with a sentence for each address to which no one belongs, or someone who cannot get a link. */
function checkCandidates(emails: readonly string[], candidates: readonly LinkCandidate[]): void {
  const problems: Record<string, string[]> = {};
  for (const email of emails) {
    const found = candidates.find((candidate) => candidate.email.toLowerCase() === email);
    const reason = found ? explainRefusal(found) : 'No one in the organisation has this email address.';
    if (reason !== undefined) problems[email] = [reason];
  }
  if (Object.keys(problems).length > 0) throw new HttpError(422, problems);
}

async function printLink(tx: Tx, organisationId: number, person: LinkCandidate): Promise<PrintedLink> {
  const { id, brandId, origin, firstName, lastName, email } = person;
  const token = await issuePasswordLink(tx, {
    organisationId,
    customerId: id,
    purpose: 'invitation',
    minutes: INVITATION_TTL_DAYS * 24 * 60,
  });
  await recordSystemAuditEvent(tx, { organisationId, brandId, action: 'invitation.link-printed', subjectId: String(id) });
  const link = activationUrl({ link: createLink(origin), secrets: { token, email }, recipient: email });
  return { name: `${firstName} ${lastName}`.trim(), email, link };
}

/**
 * Creates links for the first password of people of an organisation, from the command line of a server without a mail server: for those with these email
 * addresses, or for everyone who has an account and no password. Earlier links of the same people stop working. All or none. Throws 404 for the organisation, and
 * 422 for people who cannot get a link, and for more than 500.
 */
export async function printInvitationLinks(
  db: Db,
  organisationId: number,
  emails: readonly string[],
): Promise<{ links: PrintedLink[]; validDays: number }> {
  const wanted = [...new Set(emails.map((email) => email.trim().toLowerCase()))];
  const organisations = await listInvitingOrganisations(db);
  if (!organisations.some(({ id }) => id === organisationId)) throw notFound('organisation');
  return runInTransaction(db, async (tx) => {
    const given = wanted.length > 0 ? wanted : undefined;
    const candidates = await lockLinkCandidates(tx, organisationId, given, MAX_PRINTED_LINKS + 1);
    if (candidates.length > MAX_PRINTED_LINKS)
      throw new HttpError(422, {
        organisation: [
          `More than ${MAX_PRINTED_LINKS} people have no password. Name those who are to get a link by their email addresses.`,
        ],
      });
    checkCandidates(wanted, candidates);
    const links: PrintedLink[] = [];
    for (const candidate of candidates) links.push(await printLink(tx, organisationId, candidate));
    return { links, validDays: INVITATION_TTL_DAYS };
  });
}
