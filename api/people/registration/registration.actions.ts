import { createHash } from 'node:crypto';
import { issuePasswordLink } from '#api/identity/passwords/links.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, tooManyRequests } from '#api/platform/http/errors.ts';
import { respondAtFixedInterval } from '#api/platform/http/fixed-interval-response.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { findOpenRegistrationLink, type OpenRegistrationLink, type RegistrationTarget } from './open-link.queries.ts';
import {
  canMailActivation,
  insertRegisteredPerson,
  insertRegistration,
  listLinkAdministrators,
  lockExistingAccount,
  recordRegistrationAuditEvent,
} from './registration.queries.ts';
import { parseRegistrant, type Registrant } from './registration.rules.ts';
import {
  type registrationApprovedMail,
  registrationAwaitingDecisionMail,
  registrationConfirmMail,
  registrationExistingAccountMail,
} from './registration-mails.ts';
import type { RegistrationOrigin } from './registration-origin.ts';

/** How long the link in a mail lets its person set the first password. */
const ACTIVATION_TTL_DAYS = 7;

const INVALID_LINK = 'The activation link is not valid or has expired.';

const FALSE_TOKENS: RateLimit = { name: 'registration-token', max: 20, windowSeconds: 60 };
/** A whole intake registers from one training room. */
const PER_NETWORK: RateLimit = { name: 'registration-network', max: 100, windowSeconds: 3600 };
const PER_LINK: RateLimit = { name: 'registration-link', max: 1000, windowSeconds: 3600 };
/** Beyond that, administrators see in their list who waits, and are not mailed about each of them. */
const NEWS_OF_LINK: RateLimit = { name: 'registration-wanted', max: 20, windowSeconds: 3600 };
const MAX_NOTIFIED_ADMINISTRATORS = 10;
/** Two mails to somebody who has an account already, within that time, are one. */
const REMINDER_MINUTES = 20;

const RESPONSE_INTERVAL_MS = 150;

type Check = ReplyOf<'GET /api/checkregistrationtoken'>;
type Registered = ReplyOf<'POST /api/registerwithtoken'>;

/** What registering takes: the database, and what its mails need. */
export interface RegistrationDependencies extends MailDependencies {
  db: Db;
}

/** What is said of every token that opens nothing, whatever the reason. */
const NOTHING: Check = {
  success: false,
  employeeNumberEnabled: false,
  poNumberEnabled: false,
  genderEnabled: false,
  passwordEnabled: false,
  resortEnabled: false,
  availableResorts: [],
  businessAreaEnabled: false,
  availableBusinessAreas: [],
  collectionEnabled: false,
  availableCollections: [],
  logoUrl: null,
  primaryColour: null,
  secondaryColour: null,
  tertiaryColour: null,
};

/** The form under which a link's token is kept. Any text has one, so that nonsense costs the same look-up. */
export const hashRegistrationToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The open link of a token. False ones are counted, 20 a minute and network, then 429; good ones cost nothing. */
async function openLink(
  { db }: { db: Db },
  origin: RegistrationOrigin,
  token: string | null | undefined,
): Promise<OpenRegistrationLink | undefined> {
  const link = await findOpenRegistrationLink(db, origin.brandId, hashRegistrationToken(token ?? ''));
  if (!link) {
    const wait = await countAttempt(db, [{ limit: FALSE_TOKENS, subject: origin.network }]);
    if (wait > 0) throw tooManyRequests(wait);
  }
  return link;
}

/** What a link asks for; the same for every token that opens none. Reads only. Throws 429 after too many false tokens. */
export async function checkRegistrationToken(
  { db }: { db: Db },
  origin: RegistrationOrigin,
  token: string | undefined,
): Promise<Check> {
  const link = await openLink({ db }, origin, token);
  if (!link) return NOTHING;
  const { terms, branding } = link;
  return {
    success: true,
    employeeNumberEnabled: terms.asksEmployeeNumber,
    poNumberEnabled: terms.asksPoNumber,
    genderEnabled: terms.asksGender,
    passwordEnabled: false,
    resortEnabled: terms.asksResort,
    availableResorts: [...terms.resorts].map((resort) => ({ ...resort, departments: [...resort.departments] })),
    businessAreaEnabled: terms.asksBusinessArea,
    availableBusinessAreas: [...terms.businessAreas],
    collectionEnabled: terms.asksCollection,
    availableCollections: [...terms.collections],
    ...branding,
  };
}

/**
 * Registers somebody by a link. Whether the address is known shows neither in the answer nor in the time it takes: its
 * owner hears of it by mail. Throws 422 with a sentence for every field that is wrong, 429 above the limits.
 */
export async function registerByLink(
  dependencies: RegistrationDependencies,
  origin: RegistrationOrigin,
  token: string | null | undefined,
  sent: BodyOf<'POST /api/registerwithtoken'>,
): Promise<Registered> {
  const { db } = dependencies;
  const link = await openLink({ db }, origin, token);
  if (!link) return { success: false, msg: INVALID_LINK, userRegistrationType: null };
  const { registrant, errors } = parseRegistrant(link.terms, sent);
  if (!registrant) throw new HttpError(422, errors);
  const wait = await countAttempt(db, [
    { limit: PER_NETWORK, subject: `${origin.network} ${link.linkId}` },
    { limit: PER_LINK, subject: String(link.linkId) },
  ]);
  if (wait > 0) throw tooManyRequests(wait);
  await respondAtFixedInterval(RESPONSE_INTERVAL_MS, async () => {
    const isNews =
      link.registrationType === 3 && (await countAttempt(db, [{ limit: NEWS_OF_LINK, subject: String(link.linkId) }])) === 0;
    await runInTransaction(db, (tx) =>
      link.registrationType === 2
        ? joinByMail(tx, dependencies, link, registrant, origin.requestId)
        : askToJoin(tx, dependencies, link, registrant, isNews, origin.requestId),
    );
  });
  return { success: true, msg: null, userRegistrationType: link.registrationType };
}

/** Makes the person, who confirms the address by setting a password; somebody who is known is reminded. */
async function joinByMail(
  tx: Tx,
  dependencies: MailDependencies,
  link: OpenRegistrationLink,
  registrant: Registrant,
  requestId: string,
): Promise<void> {
  const customerId = await insertRegisteredPerson(tx, link, registrant, { active: false });
  if (customerId === undefined) return void (await remind(tx, dependencies, link, registrant.email));
  await insertRegistration(tx, link, registrant, customerId);
  await enqueueActivationMail(
    tx,
    dependencies,
    link,
    { customerId, firstName: registrant.firstName, email: registrant.email },
    registrationConfirmMail,
  );
  await recordRegistrationAuditEvent(tx, link.organisationId, {
    action: 'registration.received',
    actorId: customerId,
    subjectId: String(customerId),
    after: { linkId: link.linkId },
    requestId,
  });
}

/** Writes a request down and tells the administrators; somebody who is known is reminded instead. */
async function askToJoin(
  tx: Tx,
  dependencies: MailDependencies,
  link: OpenRegistrationLink,
  registrant: Registrant,
  isNews: boolean,
  requestId: string,
): Promise<void> {
  if (await remind(tx, dependencies, link, registrant.email)) return;
  const id = await insertRegistration(tx, link, registrant, null);
  if (id === undefined) return;
  await recordRegistrationAuditEvent(tx, link.organisationId, {
    action: 'registration.wanted',
    actorId: null,
    subjectId: String(id),
    after: { linkId: link.linkId },
    requestId,
  });
  if (!isNews) return;
  for (const { email, firstName } of await listLinkAdministrators(tx, link, MAX_NOTIFIED_ADMINISTRATORS))
    await enqueueMail(tx, dependencies, registrationAwaitingDecisionMail, {
      organisationId: link.organisationId,
      brandId: link.brandId,
      recipient: email,
      data: {
        firstName,
        organisationName: link.organisationName,
        registrantName: `${registrant.firstName} ${registrant.lastName}`,
        registrantEmail: registrant.email,
      },
    });
}

/**
 * Tells the owner of an address that somebody registered with it: whoever has not confirmed yet gets the link again,
 * everybody else hears that they have an account. False when the address is nobody's.
 */
async function remind(tx: Tx, dependencies: MailDependencies, link: RegistrationTarget, email: string): Promise<boolean> {
  const known = await lockExistingAccount(tx, link, email);
  if (!known) return false;
  const { id: customerId, firstName } = known;
  if (known.isUnconfirmed) {
    await enqueueActivationMail(tx, dependencies, link, { customerId, firstName, email: known.email }, registrationConfirmMail);
    return true;
  }
  await enqueueMail(tx, dependencies, registrationExistingAccountMail, {
    organisationId: known.organisationId,
    brandId: link.brandId,
    recipient: known.email,
    data: { firstName, organisationName: known.organisationName },
    dedupeKey: `registration-known:${customerId}:${Math.floor(Date.now() / (REMINDER_MINUTES * 60_000))}`,
  });
  return true;
}

/** Mails the link by which a person sets the first password, unless one has only just gone out. */
export async function enqueueActivationMail(
  tx: Tx,
  dependencies: MailDependencies,
  joining: RegistrationTarget,
  person: { customerId: number; firstName: string; email: string },
  mail: typeof registrationConfirmMail | typeof registrationApprovedMail,
): Promise<void> {
  const { organisationId, organisationName, brandId } = joining;
  const { customerId } = person;
  if (!(await canMailActivation(tx, { organisationId, customerId }))) return;
  const token = await issuePasswordLink(tx, {
    organisationId,
    customerId,
    purpose: 'activation',
    minutes: ACTIVATION_TTL_DAYS * 24 * 60,
  });
  await enqueueMail(tx, dependencies, mail, {
    organisationId,
    brandId,
    recipient: person.email,
    data: { firstName: person.firstName, organisationName, validDays: ACTIVATION_TTL_DAYS },
    secrets: { token, email: person.email },
  });
}
