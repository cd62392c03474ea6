import { recordDeed } from '../audit/audit.queries.ts';
import { inTransaction } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { HttpError, notFound, tooMany } from '../http/errors.ts';
import { countAttempt, type Limit } from '../http/rate-limit.ts';
import { queueMail } from '../mail/mail.queries.ts';
import type { Portal } from '../portal.ts';
import { atTheBeat } from './even-time.ts';
import { hasOptedOut, optOut, UNDO_DAYS, undoOptOut } from './opt-out.queries.ts';
import { recordOwnDeed } from './registering.queries.ts';
import type { Origin } from './registration.actions.ts';

const PER_NETWORK: Limit = { name: 'opt-out', most: 10, windowSeconds: 60 };
const BEAT_MS = 100;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOBODYS = '00000000-0000-0000-0000-000000000000';

/**
 * Opts out the person whose secret it is, once, and says so again as long as that stands. False for every other guid,
 * after the same time. Throws 429 above ten a minute and network.
 */
export async function optOutBy(portal: Portal, origin: Origin, sent: string | undefined): Promise<boolean> {
  const wait = await countAttempt(portal.db, [{ limit: PER_NETWORK, subject: origin.network }]);
  if (wait > 0) throw tooMany(wait);
  const guid = sent?.trim().toLowerCase() ?? '';
  return atTheBeat(BEAT_MS, () => act(portal, origin, GUID.test(guid) ? guid : NOBODYS));
}

async function act(portal: Portal, { brandId, requestId }: Origin, guid: string): Promise<boolean> {
  const gone = await inTransaction(portal.db, async (tx) => {
    const person = await optOut(tx, brandId, guid);
    if (!person) return false;
    await recordOwnDeed(tx, person.organisationId, {
      action: 'opt-out.made',
      actorId: person.customerId,
      subjectId: String(person.customerId),
      requestId,
    });
    await queueMail(tx, portal, {
      organisationId: person.organisationId,
      brandId,
      recipient: person.email,
      template: 'opt-out-confirmed',
      data: { firstName: person.firstName, organisationName: person.organisationName },
      dedupeKey: `opt-out-confirmed:${person.optOutId}`,
    });
    return true;
  });
  return gone || hasOptedOut(portal.db, brandId, guid);
}

/** Takes somebody's opt-out back; nothing happens where there is none. Throws 404, and 409 after 30 days. */
export async function undo(portal: Portal, visit: Visit, customerId: number, requestId: string): Promise<void> {
  const outcome = await inTransaction(portal.db, async (tx) => {
    const done = await undoOptOut(tx, visit.caller, customerId);
    if (done === 'undone') await recordDeed(tx, visit, { action: 'opt-out.undone', subjectId: String(customerId), requestId });
    return done;
  });
  if (outcome === undefined) throw notFound('customer');
  if (outcome === 'late')
    throw new HttpError(409, {
      customer: [`This opt-out is more than ${UNDO_DAYS} days old and cannot be undone here any more.`],
    });
}
