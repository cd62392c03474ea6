import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { tooManyRequests } from '#api/platform/http/errors.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { cleanEmail } from '../emails/email.rules.ts';
import { enqueueRecoveryMail } from './enqueue-password-mails.ts';
import { issuePasswordLink } from './links.queries.ts';
import { lockForRecovery } from './passwords.queries.ts';
import { RECOVERY_LINK_TTL_MINUTES } from './passwords.rules.ts';

const PER_NETWORK: RateLimit = { name: 'recovery-network', max: 60, windowSeconds: 900 };
const PER_ADDRESS: RateLimit = { name: 'recovery-address', max: 3, windowSeconds: 3600 };
const MAX_EMAIL_LENGTH = 254;
/** The job that mails a recovery link. `address` is encrypted, because people mistype and the address may have no account. */
export const sendRecoveryLinkJob = defineJob<{ brandId: number; address: string }>({
  name: 'passwords.recover',
  retryLimit: 20,
  maxBackoff: 120,
  expiry: 120,
  concurrency: 5,
});

const SEAL_PURPOSE = 'passwords.recover';

/**
 * Accepts a request for a new password without looking at any account: a known and an unknown address get the same
 * statements, the same time and the same response. A job finds out later whether to send a mail. Throws 429 when the network
 * sends too many requests; too many requests for one address are ignored silently.
 */
export async function requestPasswordRecovery(
  db: Db,
  dependencies: MailDependencies,
  origin: { brandId: number; network: string },
  address: string,
): Promise<void> {
  const email = cleanEmail(address).toLowerCase();
  const wait = await countAttempt(db, [{ limit: PER_NETWORK, subject: origin.network }]);
  if (wait > 0) throw tooManyRequests(wait);
  if (email.length > MAX_EMAIL_LENGTH) return;
  if ((await countAttempt(db, [{ limit: PER_ADDRESS, subject: `${origin.brandId}:${email}` }])) > 0) return;
  const sealed = dependencies.vault.seal(SEAL_PURPOSE, email).toString('base64');
  await runInTransaction(db, (tx) =>
    dependencies.jobs.enqueue(tx, sendRecoveryLinkJob, { brandId: origin.brandId, address: sealed }),
  );
}

/** Mails a link to set a new password when the address belongs to someone who may log in. At most three an hour. */
export async function sendRecoveryLink(
  db: Db,
  dependencies: MailDependencies,
  request: { brandId: number; address: string },
): Promise<void> {
  const email = dependencies.vault.open(SEAL_PURPOSE, Buffer.from(request.address, 'base64'));
  await runInTransaction(db, async (tx) => {
    const person = await lockForRecovery(tx, request.brandId, email, PER_ADDRESS.max);
    if (!person) return;
    const token = await issuePasswordLink(tx, { ...person, purpose: 'recovery', minutes: RECOVERY_LINK_TTL_MINUTES });
    await enqueueRecoveryMail(tx, dependencies, { ...person, brandId: request.brandId }, token);
  });
}
