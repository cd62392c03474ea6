import { setMembership } from '#api/people/person/memberships.queries.ts';
import { withDefaultMemberships } from '#api/people/person/memberships.rules.ts';
import { findCurrentSeasonId, insertPersonRecord } from '#api/people/person/person.queries.ts';
import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { SentUser } from './new-trip.ts';
import { TripRefusedError } from './trip-refusal.ts';
import { findTripUser, isEmailOfOthers, type KnownUser, lockNewPeople } from './trip-user.queries.ts';

/** Far more than a buyer hires: it keeps a faulty system from filling the list of people. */
const NEW_PEOPLE: RateLimit = { name: 'punchout-people', max: 200, windowSeconds: 3600 };
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 100;

const readEmail = (email: string | undefined): string | undefined => {
  const text = email?.trim();
  return text && text.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@]+$/.test(text) ? text : undefined;
};

const requireOpen = ({ customerId, mayLogIn }: KnownUser): number => {
  if (mayLogIn) return customerId;
  throw new TripRefusedError(403, 'The account of this user is closed. Please ask an administrator of the portal to open it.');
};

/**
 * Who shops in a trip, as the connection says: its shared person, the person with the email address that the buyer's system names, or a new one with it.
 *
 * @throws TripRefusedError 403 when the account is closed or no one fits, 400 when a new person has no email address
 */
export async function findOrAddTripUser(tx: Tx, connection: Connection, user: SentUser): Promise<number> {
  const { organisationId, userPolicy, sharedCustomerId } = connection;
  const email = readEmail(user.email);
  if (userPolicy !== 'shared' && email !== undefined) {
    const known = await findTripUser(tx, organisationId, { email });
    if (known) return requireOpen(known);
    if (userPolicy === 'create') return addTripUser(tx, connection, { ...user, email });
  }
  const shared = sharedCustomerId === null ? undefined : await findTripUser(tx, organisationId, { id: sharedCustomerId });
  if (shared) return requireOpen(shared);
  throw email === undefined
    ? new TripRefusedError(400, 'The request does not say who the user is. Please send the email address of the user.')
    : new TripRefusedError(
        403,
        'There is no account with the email address of this user. Please ask an administrator of the portal to add it.',
      );
}

/** Adds someone with the roles, groups and wardrobes that the connection gives to new people. They have no password, and shop in trips alone. */
async function addTripUser(tx: Tx, connection: Connection, user: SentUser & { email: string }): Promise<number> {
  const { organisationId, brandId, createdRoleIds, createdGroupIds, createdCollectionIds } = connection;
  await lockNewPeople(tx, organisationId, connection.id);
  const known = await findTripUser(tx, organisationId, { email: user.email });
  if (known) return requireOpen(known);
  if (await isEmailOfOthers(tx, brandId, organisationId, user.email))
    throw new TripRefusedError(403, 'The email address of this user belongs to an account of another organisation.');
  if ((await countAttempt(tx, [{ limit: NEW_PEOPLE, subject: `${organisationId} ${connection.id}` }])) > 0)
    throw new TripRefusedError(560, 'Too many new users have come in the last hour. Please try again later.');
  const [localPart = ''] = user.email.split('@');
  const person = {
    email: user.email,
    firstName: (user.firstName ?? '').slice(0, MAX_NAME_LENGTH),
    lastName: (user.lastName ?? (user.firstName === undefined ? localPart : '')).slice(0, MAX_NAME_LENGTH),
  };
  const place = { organisationId, brandId };
  const id = await insertPersonRecord(tx, place, person);
  const { roleIds, seasonIds } = withDefaultMemberships(
    { roleIds: [...createdRoleIds], seasonIds: [] },
    await findCurrentSeasonId(tx, place),
  );
  await setMembership(tx, place, id, 'roleIds', roleIds);
  await setMembership(tx, place, id, 'organisationGroupIds', createdGroupIds);
  await setMembership(tx, place, id, 'organisationCollections', createdCollectionIds);
  await setMembership(tx, place, id, 'organisationSeasons', seasonIds);
  await recordSystemAuditEvent(tx, {
    organisationId,
    brandId,
    action: 'customer.added',
    subjectId: String(id),
    after: { email: user.email, roleIds, organisationGroupIds: [...createdGroupIds], punchoutConnectionId: connection.id },
  });
  return id;
}
