import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { keepWardrobes, lockAccounts } from '#api/entitlement/entitlement.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { notFound, tooManyRequests } from '#api/platform/http/errors.ts';
import { respondAtFixedInterval } from '#api/platform/http/fixed-interval-response.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { dropInvisible } from '#api/platform/invisible-characters.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { optedOutByLinkMail } from '../person/opt-out-mails.ts';
import { recordRegistrationAuditEvent } from '../registration/registration.queries.ts';
import type { RegistrationOrigin } from '../registration/registration-origin.ts';
import {
  findPersonOfGuid,
  findPersonOfUsedGuid,
  getOptOutState,
  type OptOutState,
  optOut,
  undoOptOut,
  undoOptOutOfGuid,
} from './opt-out.queries.ts';

const PER_NETWORK: RateLimit = { name: 'opt-out', max: 10, windowSeconds: 60 };
const RESPONSE_INTERVAL_MS = 100;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Looked up for malformed GUIDs; no person has it. */
const UNUSED_GUID = '00000000-0000-0000-0000-000000000000';

interface OptOutDependencies extends MailDependencies {
  db: Db;
}

/**
 * Does what a link allows, after the same time whether or not its GUID belongs to anyone. Throws 429 above ten requests per minute and
 * network.
 */
async function actOnGuid<T>(
  db: Db,
  { network }: RegistrationOrigin,
  input: string | undefined,
  act: (guid: string) => Promise<T>,
): Promise<T> {
  const wait = await countAttempt(db, [{ limit: PER_NETWORK, subject: network }]);
  if (wait > 0) throw tooManyRequests(wait);
  const guid = dropInvisible(input ?? '')
    .trim()
    .toLowerCase();
  return respondAtFixedInterval(RESPONSE_INTERVAL_MS, () => act(GUID.test(guid) ? guid : UNUSED_GUID));
}

/**
 * Opts out the person to whom the GUID belongs. A repeated request returns the same without doing anything, as long as the
 * opt-out has not been undone. Any other GUID, and one of an organisation that does not let people opt out, belongs to no one.
 */
export const optOutByGuid = (
  dependencies: OptOutDependencies,
  origin: RegistrationOrigin,
  input: string | undefined,
): Promise<OptOutState> =>
  actOnGuid(dependencies.db, origin, input, async (guid) => {
    await optOutAndNotify(dependencies, origin, guid);
    return getOptOutState(dependencies.db, origin.brandId, guid);
  });

async function optOutAndNotify(
  dependencies: OptOutDependencies,
  { brandId, requestId }: RegistrationOrigin,
  guid: string,
): Promise<void> {
  await runInTransaction(dependencies.db, async (tx) => {
    const found = await findPersonOfGuid(tx, brandId, guid);
    if (found) {
      await keepWardrobes(tx, found);
      await lockAccounts(tx, found, [found.customerId]);
    }
    const person = await optOut(tx, brandId, guid);
    if (!person) return;
    await syncEntitlement(tx, person, [person.customerId]);
    await recordByPerson(tx, person, { action: 'opt-out.made', brandId, requestId });
    await enqueueMail(tx, dependencies, optedOutByLinkMail, {
      organisationId: person.organisationId,
      brandId,
      recipient: person.email,
      data: { firstName: person.firstName, organisationName: person.organisationName },
      secrets: { optOutGuid: guid },
      dedupeKey: `opt-out-confirmed:${person.optOutId}`,
    });
  });
}

/**
 * Undoes opting out with the GUID, for 30 days. Returns whether the person is not opted out any more; a repeated request returns the same
 * without doing anything. False for any other GUID, and for someone whom an administrator has opted out since.
 */
export const undoOptOutByGuid = (
  { db }: Pick<OptOutDependencies, 'db'>,
  origin: RegistrationOrigin,
  input: string | undefined,
): Promise<boolean> =>
  actOnGuid(db, origin, input, async (guid) => {
    const { brandId, requestId } = origin;
    const isNewlyUndone = await runInTransaction(db, async (tx) => {
      const person = await findPersonOfUsedGuid(tx, brandId, guid);
      if (!person) return false;
      await keepWardrobes(tx, person);
      await lockAccounts(tx, person, [person.customerId]);
      if (!(await undoOptOutOfGuid(tx, brandId, guid))) return false;
      await syncEntitlement(tx, person, [person.customerId]);
      await recordByPerson(tx, person, { action: 'opt-out.undone', brandId, requestId });
      return true;
    });
    return isNewlyUndone || (await getOptOutState(db, brandId, guid)).isUndone;
  });

/** Records what someone did with the link. */
const recordByPerson = (
  tx: Tx,
  { organisationId, customerId }: { organisationId: number; customerId: number },
  { action, brandId, requestId }: { action: string; brandId: number; requestId: string },
) =>
  recordRegistrationAuditEvent(
    tx,
    { organisationId, brandId },
    { action, actorId: customerId, subjectId: String(customerId), requestId },
  );

/** Undoes a person's opt-out; does nothing when there is none. Throws 404. */
export async function revertOptOut(
  { db }: { db: Db },
  context: RequestContext,
  customerId: number,
  requestId: string,
): Promise<void> {
  const outcome = await runInTransaction(db, async (tx) => {
    await keepWardrobes(tx, context.caller);
    await lockAccounts(tx, context.caller, [customerId]);
    const result = await undoOptOut(tx, context.caller, customerId);
    if (result === 'undone') {
      await syncEntitlement(tx, context.caller, [customerId]);
      await recordAuditEvent(tx, context, { action: 'opt-out.undone', subjectId: String(customerId), requestId });
    }
    return result;
  });
  if (outcome === undefined) throw notFound('customer');
}
