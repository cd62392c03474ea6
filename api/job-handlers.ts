import type { FastifyBaseLogger } from 'fastify';
import { runRangeBulkEdit } from './catalogue/range/range-bulk-edit.actions.ts';
import { deleteExpiredRangeBulkEdits } from './catalogue/range/range-bulk-edit.queries.ts';
import { deleteOneTimeAddress } from './identity/addresses/own-addresses.queries.ts';
import { deleteExpiredFailedLogins } from './identity/login/failed-logins.queries.ts';
import { deleteExpiredPasswordLinks } from './identity/passwords/links.queries.ts';
import { sendRecoveryLink } from './identity/passwords/recovery.actions.ts';
import { deleteExpiredSessions } from './identity/sessions/access.queries.ts';
import { runPeopleBulkEdit } from './people/bulk-edit/people-bulk-edit.actions.ts';
import { deleteExpiredPeopleBulkEdits } from './people/bulk-edit/people-bulk-edit.queries.ts';
import { continueImport } from './people/import/continue-import.actions.ts';
import { deleteExpiredImportRows } from './people/import/imports.queries.ts';
import { sendPendingInvitations } from './people/invitations/invitations.actions.ts';
import { compactPeopleCounts } from './people/list/people-counts.queries.ts';
import { deleteExpiredRejectedRequests } from './people/registration/requests.queries.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/database.ts';
import { createVault } from './platform/encryption/vault.ts';
import { createHosts } from './platform/http/hosts.ts';
import { deleteExpiredAttempts } from './platform/http/rate-limit.ts';
import { deleteExpiredKeys } from './platform/idempotency/idempotency.queries.ts';
import type { JobQueue } from './platform/jobs/queue.ts';
import { createMailer, monitorOutbox, sendMail } from './platform/mail/mail.actions.ts';
import { deleteExpiredSecrets, deleteSentMail } from './platform/mail/outbox.queries.ts';
import { deleteExpiredBodies } from './sizing/bodies.queries.ts';
import { deleteExpiredSizingTokens } from './sizing/tokens.queries.ts';

/** Says what is done for each job, and starts doing it. */
export async function startWorkers(config: Config, db: Db, jobs: JobQueue, log: FastifyBaseLogger): Promise<void> {
  const vault = await createVault(config);
  const office = createMailer({ config, db, hosts: createHosts(db), vault, log });
  await jobs.start({
    'mail.send': ({ mailId }) => sendMail(office, mailId),
    'mail.watch': () => monitorOutbox(office, jobs),
    'passwords.recover': (request) => sendRecoveryLink(db, { jobs, vault }, request),
    'invitations.send': () => sendPendingInvitations(db, { jobs, vault }),
    'people.import': (job) => continueImport(db, { jobs, vault }, log, job),
    'people.change': ({ organisationId, changeId }) => runPeopleBulkEdit(db, { jobs }, organisationId, changeId),
    'range.change': (job) => runRangeBulkEdit(db, job),
    'platform.tidy': async () => {
      await deleteExpiredAttempts(db);
      await deleteExpiredSessions(db);
      await deleteExpiredFailedLogins(db);
      await deleteExpiredKeys(db);
      await deleteExpiredSecrets(db);
      await deleteExpiredPasswordLinks(db);
      await deleteExpiredRejectedRequests(db);
      await deleteExpiredImportRows(db);
      await deleteOneTimeAddress(db);
      await deleteExpiredSizingTokens(db);
      await deleteExpiredBodies(db);
      await deleteSentMail(db, config.mailRetentionDays);
      await deleteExpiredPeopleBulkEdits(db);
      await deleteExpiredRangeBulkEdits(db);
      await compactPeopleCounts(db);
    },
  });
}
