import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { keepWardrobes, lockAccounts } from '#api/entitlement/entitlement.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { notFound, tooManyRequests } from '#api/platform/http/errors.ts';
import { respondAtFixedInterval } from '#api/platform/http/fixed-interval-response.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { optOutConfirmedMail } from '../person/opt-out-mails.ts';
import { recordRegistrationAuditEvent } from '../registration/registration.queries.ts';
import type { RegistrationOrigin } from '../registration/registration-origin.ts';
import { findPersonOfGuid, hasOptedOut, optOut, undoOptOut } from './opt-out.queries.ts';

const PER_NETWORK: RateLimit = { name: 'opt-out', max: 10, windowSeconds: 60 };
const RESPONSE_INTERVAL_MS = 100;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Looked up for malformed GUIDs; no person has it. */
const UNUSED_GUID = '00000000-0000-0000-0000-000000000000';

interface OptOutDependencies extends MailDependencies {
  db: Db;
}

/**
 * Opts out the person to whom the GUID belongs. A repeated request returns true without doing anything, as long as the
 * opt-out has not been undone. Returns false for any other GUID, and where the organisation does not let people opt out, after the
 * same time. Throws 429 above ten requests per
 * minute and network.
 */
export async function optOutByGuid(
  dependencies: OptOutDependencies,
  origin: RegistrationOrigin,
  input: string | undefined,
): Promise<boolean> {
  const wait = await countAttempt(dependencies.db, [{ limit: PER_NETWORK, subject: origin.network }]);
  if (wait > 0) throw tooManyRequests(wait);
  const guid = input?.trim().toLowerCase() ?? '';
  return respondAtFixedInterval(RESPONSE_INTERVAL_MS, () =>
    optOutAndNotify(dependencies, origin, GUID.test(guid) ? guid : UNUSED_GUID),
  );
}

async function optOutAndNotify(
  dependencies: OptOutDependencies,
  { brandId, requestId }: RegistrationOrigin,
  guid: string,
): Promise<boolean> {
  const isNewOptOut = await runInTransaction(dependencies.db, async (tx) => {
    const found = await findPersonOfGuid(tx, brandId, guid);
    if (found) {
      await keepWardrobes(tx, found);
      await lockAccounts(tx, found, [found.customerId]);
    }
    const person = await optOut(tx, brandId, guid);
    if (!person) return false;
    await syncEntitlement(tx, person, [person.customerId]);
    await recordRegistrationAuditEvent(
      tx,
      { organisationId: person.organisationId, brandId },
      {
        action: 'opt-out.made',
        actorId: person.customerId,
        subjectId: String(person.customerId),
        requestId,
      },
    );
    await enqueueMail(tx, dependencies, optOutConfirmedMail, {
      organisationId: person.organisationId,
      brandId,
      recipient: person.email,
      data: { firstName: person.firstName, organisationName: person.organisationName },
      dedupeKey: `opt-out-confirmed:${person.optOutId}`,
    });
    return true;
  });
  return isNewOptOut || hasOptedOut(dependencies.db, brandId, guid);
}

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
