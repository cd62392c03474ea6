import type { FastifyBaseLogger } from 'fastify';
import { forgetOldSessions } from '../access/access.queries.ts';
import { forgetOldAnswers } from '../checkout/first-answer.queries.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { forgetOldAttempts } from '../http/rate-limit.ts';
import { sendMail } from '../mail/mail.actions.ts';
import type { JobQueue } from './queue.ts';

/** Says what is done for each job, and starts doing it. */
export async function startWork(config: Config, db: Db, jobs: JobQueue, log: FastifyBaseLogger): Promise<void> {
  await jobs.start({
    'mail.send': ({ mailId }) => sendMail(db, config, mailId, log),
    'platform.tidy': async () => {
      await forgetOldAttempts(db);
      await forgetOldSessions(db);
      await forgetOldAnswers(db);
    },
  });
}
