import { defineJob, handleJob, type JobHandler } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { type Mailer, monitorOutbox, sendMail } from './mailer.ts';
import { sendMailJob } from './outbox.queries.ts';

const monitorOutboxJob = defineJob({
  name: 'mail.monitor',
  retryLimit: 0,
  maxBackoff: 900,
  expiry: 120,
  concurrency: 1,
  cron: '*/5 * * * *',
});

export const jobs: JobHandler<{ mailer: Mailer; jobs: JobQueue }>[] = [
  handleJob(sendMailJob, ({ mailId }, { mailer }) => sendMail(mailer, mailId)),
  handleJob(monitorOutboxJob, (_, { mailer, jobs }) => monitorOutbox(mailer, jobs)),
];
