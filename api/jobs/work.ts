import type { FastifyBaseLogger } from 'fastify';
import { forgetOldBodies } from '#sizing/bodies.queries.ts';
import { forgetOldTokens } from '#sizing/tokens.queries.ts';
import { forgetOldSessions } from '../access/access.queries.ts';
import { forgetOldGuesses } from '../access/guessing.queries.ts';
import { forgetAddressForOneOrder } from '../addresses/own-addresses.queries.ts';
import { forgetOldAnswers } from '../checkout/first-answer.queries.ts';
import type { Config } from '../config.ts';
import { carryOutChange } from '../customers/people-changes.actions.ts';
import { forgetOldChanges } from '../customers/people-changes.queries.ts';
import { foldTally } from '../customers/people-tally.queries.ts';
import type { Db } from '../db/database.ts';
import { knowHosts } from '../http/hosts.ts';
import { forgetOldAttempts } from '../http/rate-limit.ts';
import { openPostOffice, sendMail, watchMail } from '../mail/mail.actions.ts';
import { forgetOldSecrets, forgetSentMails } from '../mail/mail.queries.ts';
import { sendWaitingInvitations } from '../passwords/invitations.actions.ts';
import { forgetOldLinks } from '../passwords/links.queries.ts';
import { sendRecoveryLink } from '../passwords/recovery.actions.ts';
import { forgetImportedRows } from '../people-import/imports.queries.ts';
import { goOnWithImport } from '../people-import/work.actions.ts';
import { carryOutRangeChange } from '../range/range-changes.actions.ts';
import { forgetOldRangeChanges } from '../range/range-changes.queries.ts';
import { forgetRejectedRequests } from '../registration/requests.queries.ts';
import { openVault } from '../secrets/vault.ts';
import type { JobQueue } from './queue.ts';

/** Says what is done for each job, and starts doing it. */
export async function startWork(config: Config, db: Db, jobs: JobQueue, log: FastifyBaseLogger): Promise<void> {
  const vault = await openVault(config);
  const office = openPostOffice({ config, db, hosts: knowHosts(db), vault, log });
  await jobs.start({
    'mail.send': ({ mailId }) => sendMail(office, mailId),
    'mail.watch': () => watchMail(office, jobs),
    'passwords.recover': (request) => sendRecoveryLink(db, { jobs, vault }, request),
    'invitations.send': () => sendWaitingInvitations(db, { jobs, vault }),
    'people.import': (job) => goOnWithImport(db, { jobs, vault }, log, job),
    'people.change': ({ organisationId, changeId }) => carryOutChange(db, { jobs }, organisationId, changeId),
    'range.change': (job) => carryOutRangeChange(db, job),
    'platform.tidy': async () => {
      await forgetOldAttempts(db);
      await forgetOldSessions(db);
      await forgetOldGuesses(db);
      await forgetOldAnswers(db);
      await forgetOldSecrets(db);
      await forgetOldLinks(db);
      await forgetRejectedRequests(db);
      await forgetImportedRows(db);
      await forgetAddressForOneOrder(db);
      await forgetOldTokens(db);
      await forgetOldBodies(db);
      await forgetSentMails(db, config.mailKeptDays);
      await forgetOldChanges(db);
      await forgetOldRangeChanges(db);
      await foldTally(db);
    },
  });
}
