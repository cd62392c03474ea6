import { createHash } from 'node:crypto';
import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { keepWardrobes } from '#api/entitlement/entitlement.queries.ts';
import { issuePasswordLink } from '#api/identity/passwords/links.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, tooManyRequests } from '#api/platform/http/errors.ts';
import { respondAtFixedInterval } from '#api/platform/http/fixed-interval-response.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import { dropInvisible } from '#api/platform/invisible-characters.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { findOpenRegistrationLink, type OpenRegistrationLink, type RegistrationTarget } from './open-link.queries.ts';
import {
  canMailActivation,
  completeWaitingRegistration,
  insertRegisteredPerson,
  insertRegistration,
  listLinkAdministrators,
  lockExistingAccount,
  recordRegistrationAuditEvent,
  replaceUnconfirmedPerson,
  replaceWaitingRegistration,
} from './registration.queries.ts';
import { parseRegistrant, type Registrant } from './registration.rules.ts';
import {
  type registrationApprovedMail,
  registrationAwaitingDecisionMail,
  registrationConfirmMail,
  registrationExistingAccountMail,
  registrationReceivedMail,
} from './registration-mails.ts';
import type { RegistrationOrigin } from './registration-origin.ts';

/** How long an activation link can be used to set the first password. */
const ACTIVATION_TTL_DAYS = 7;

const INVALID_LINK = 'The activation link is not valid or has expired.';

const INVALID_TOKEN_LIMIT: RateLimit = { name: 'registration-token', max: 20, windowSeconds: 60 };
/** A whole intake of new employees may register from the same training room. */
const NETWORK_LIMIT: RateLimit = { name: 'registration-network', max: 100, windowSeconds: 3600 };
const LINK_LIMIT: RateLimit = { name: 'registration-link', max: 1000, windowSeconds: 3600 };
/** Above this limit, administrators find new requests in their list and get no mail about each. */
const NOTIFICATION_LIMIT: RateLimit = { name: 'registration-notification', max: 20, windowSeconds: 3600 };
const MAX_NOTIFIED_ADMINISTRATORS = 10;
/** Within this time, an existing account holder gets only one mail. */
const REMINDER_MINUTES = 20;

const RESPONSE_INTERVAL_MS = 150;

type TokenCheckReply = ReplyOf<'GET /api/checkregistrationtoken'>;
type RegistrationReply = ReplyOf<'POST /api/registerwithtoken'>;

/** The database, and what is needed to enqueue mail. */
export interface RegistrationDependencies extends MailDependencies {
  db: Db;
}

/** The reply for every invalid token, whatever the reason. */
const INVALID_TOKEN_REPLY: TokenCheckReply = {
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

/** The hash under which a link's token is stored. Any text has one, so that invalid tokens cost the same look-up. */
export const hashRegistrationToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The open link of a token. Invalid tokens are limited to 20 per minute and network, then 429; valid ones are not limited. */
async function findLinkByToken(
  { db }: { db: Db },
  origin: RegistrationOrigin,
  token: string | null | undefined,
): Promise<OpenRegistrationLink | undefined> {
  const link = await findOpenRegistrationLink(db, origin.brandId, hashRegistrationToken(dropInvisible(token ?? '').trim()));
  if (!link) {
    const wait = await countAttempt(db, [{ limit: INVALID_TOKEN_LIMIT, subject: origin.network }]);
    if (wait > 0) throw tooManyRequests(wait);
  }
  return link;
}

/**
 * The fields that a link requests; the same reply for every invalid token. Reads only. Throws 429 after too many invalid
 * tokens.
 */
export async function checkRegistrationToken(
  { db }: { db: Db },
  origin: RegistrationOrigin,
  token: string | undefined,
): Promise<TokenCheckReply> {
  const link = await findLinkByToken({ db }, origin, token);
  if (!link) return INVALID_TOKEN_REPLY;
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
 * Registers a person by a link. Neither the reply nor its timing reveals whether the address is already in use; its owner
 * is told by mail. Throws 422 with an error for each invalid field, 429 above the limits.
 */
export async function registerByLink(
  dependencies: RegistrationDependencies,
  origin: RegistrationOrigin,
  token: string | null | undefined,
  input: BodyOf<'POST /api/registerwithtoken'>,
): Promise<RegistrationReply> {
  const { db } = dependencies;
  const link = await findLinkByToken({ db }, origin, token);
  if (!link) return { success: false, msg: INVALID_LINK, userRegistrationType: null };
  const { registrant, errors } = parseRegistrant(link.terms, input);
  if (!registrant) throw new HttpError(422, errors);
  const wait = await countAttempt(db, [
    { limit: NETWORK_LIMIT, subject: `${origin.network} ${link.linkId}` },
    { limit: LINK_LIMIT, subject: String(link.linkId) },
  ]);
  if (wait > 0) throw tooManyRequests(wait);
  await respondAtFixedInterval(RESPONSE_INTERVAL_MS, async () => {
    const notifyAdministrators =
      link.registrationType === 3 &&
      (await countAttempt(db, [{ limit: NOTIFICATION_LIMIT, subject: String(link.linkId) }])) === 0;
    await runInTransaction(db, (tx) =>
      link.registrationType === 2
        ? registerWithConfirmation(tx, dependencies, link, registrant, origin.requestId)
        : requestApproval(tx, dependencies, link, registrant, notifyAdministrators, origin.requestId),
    );
  });
  return { success: true, msg: null, userRegistrationType: link.registrationType };
}

/** Adds the person, who confirms the address by setting a password; the holder of an existing account is mailed instead. */
async function registerWithConfirmation(
  tx: Tx,
  dependencies: MailDependencies,
  link: OpenRegistrationLink,
  registrant: Registrant,
  requestId: string,
): Promise<void> {
  await keepWardrobes(tx, link);
  const customerId = await insertRegisteredPerson(tx, link, registrant, { active: false });
  if (customerId === undefined) return void (await mailExistingAccount(tx, dependencies, link, registrant));
  await syncEntitlement(tx, link, [customerId]);
  // One that waits for approval by another link waits no longer.
  if (!(await completeWaitingRegistration(tx, link, registrant, customerId)))
    await insertRegistration(tx, link, registrant, customerId);
  await enqueueActivationMail(
    tx,
    dependencies,
    link,
    { customerId, firstName: registrant.firstName, email: registrant.email },
    registrationConfirmMail,
  );
  await recordRegistrationAuditEvent(tx, link, {
    action: 'registration.received',
    actorId: customerId,
    subjectId: String(customerId),
    after: { linkId: link.linkId },
    requestId,
  });
}

/** Stores a request, tells the registrant that it waits, and notifies the administrators; the holder of an existing account is mailed instead. */
async function requestApproval(
  tx: Tx,
  dependencies: MailDependencies,
  link: OpenRegistrationLink,
  registrant: Registrant,
  notifyAdministrators: boolean,
  requestId: string,
): Promise<void> {
  if (await mailExistingAccount(tx, dependencies, link, registrant)) return;
  if (await replaceRequest(tx, link, registrant, requestId)) return;
  const id = await insertRegistration(tx, link, registrant, null);
  // Another request was faster, or waits in another organisation of the brand.
  if (id === undefined) return void (await replaceRequest(tx, link, registrant, requestId));
  await recordRegistrationAuditEvent(tx, link, {
    action: 'registration.requested',
    actorId: null,
    subjectId: String(id),
    after: { linkId: link.linkId },
    requestId,
  });
  await enqueueMail(tx, dependencies, registrationReceivedMail, {
    organisationId: link.organisationId,
    brandId: link.brandId,
    recipient: registrant.email,
    data: { firstName: registrant.firstName, organisationName: link.organisationName },
    dedupeKey: `registration-received:${id}`,
  });
  if (!notifyAdministrators) return;
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

/** Replaces what was entered earlier in a request that waits: the last registration counts. Returns whether there is one. */
async function replaceRequest(tx: Tx, link: OpenRegistrationLink, registrant: Registrant, requestId: string): Promise<boolean> {
  const id = await replaceWaitingRegistration(tx, link, registrant);
  if (id === undefined) return false;
  await recordRegistrationAuditEvent(tx, link, {
    action: 'registration.replaced',
    actorId: null,
    subjectId: String(id),
    after: { linkId: link.linkId },
    requestId,
  });
  return true;
}

/**
 * Mails the holder of an account that someone has registered with the same address. Those who have not confirmed their
 * address get a new activation link, and what they have entered this time counts; by a link with approval it does not, because no one would approve it. Returns false when no account has the address.
 */
async function mailExistingAccount(
  tx: Tx,
  dependencies: MailDependencies,
  link: OpenRegistrationLink,
  registrant: Registrant,
): Promise<boolean> {
  const account = await lockExistingAccount(tx, link, registrant.email);
  if (!account) return false;
  const { id: customerId } = account;
  const isReplaced = account.isUnconfirmed && link.registrationType === 2;
  const { firstName } = isReplaced ? registrant : account;
  if (isReplaced) {
    await replaceUnconfirmedPerson(tx, link, registrant, customerId);
    await syncEntitlement(tx, link, [customerId]);
  }
  if (account.isUnconfirmed) {
    await enqueueActivationMail(tx, dependencies, link, { customerId, firstName, email: account.email }, registrationConfirmMail);
    return true;
  }
  await enqueueMail(tx, dependencies, registrationExistingAccountMail, {
    organisationId: account.organisationId,
    brandId: link.brandId,
    recipient: account.email,
    data: { firstName, organisationName: account.organisationName },
    dedupeKey: `registration-existing-account:${customerId}:${Math.floor(Date.now() / (REMINDER_MINUTES * 60_000))}`,
  });
  return true;
}

/** Mails the link to set the first password, unless one has been sent very recently. */
export async function enqueueActivationMail(
  tx: Tx,
  dependencies: MailDependencies,
  target: RegistrationTarget,
  person: { customerId: number; firstName: string; email: string },
  mail: typeof registrationConfirmMail | typeof registrationApprovedMail,
): Promise<void> {
  const { organisationId, organisationName, brandId } = target;
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
