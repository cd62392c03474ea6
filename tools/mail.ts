/**
 * `npm run mail`: lists mail that is waiting to be sent and mail that could not be sent, with the reasons. `npm run mail -- retry ID …` queues failed
 * mail again, `npm run mail -- discard ID …` deletes it; `--all` in place of the numbers does so for all failed mail.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '#api/platform/db/database.ts';
import { describeMailFailure } from '#api/platform/mail/mail-failures.rules.ts';
import { listFailedMail, MAIL_OUTBOX } from '#api/platform/mail/outbox.queries.ts';
import {
  countPendingMessages,
  discardFailedMessages,
  findStuckMessages,
  retryFailedMessages,
} from '#api/platform/outbox/deliveries.queries.ts';
import { formatError } from './console.ts';
import { openCommandDatabase } from './database.ts';

const usage = `Usage: npm run mail
       npm run mail -- retry ID … | --all
       npm run mail -- discard ID … | --all`;
const MAX_SHOWN = 50;

interface MailCommand {
  name: 'list' | 'retry' | 'discard';
  mails: string[] | 'all';
}

/** @throws an error with the usage when the arguments are not valid */
function readCommand(args: string[]): MailCommand {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  const [name, ...ids] = positionals;
  if (name === undefined && !values.all) return { name: 'list', mails: [] };
  const isValid = (name === 'retry' || name === 'discard') && values.all === (ids.length === 0);
  if (!isValid) throw new Error(usage);
  return { name, mails: values.all ? 'all' : ids };
}

const countMail = (count: number, one: string, many: string) => (count === 1 ? `1 mail ${one}` : `${count} mails ${many}`);

async function run({ name, mails }: MailCommand): Promise<void> {
  const database = await openCommandDatabase(process.env);
  const { db, close } = openDatabase(database.url, { poolSize: 1 });
  try {
    if (name === 'retry') {
      const count = await retryFailedMessages(db, MAIL_OUTBOX, mails);
      console.log(`${countMail(count, 'is', 'are')} queued again; a running portal sends within ten minutes.`);
      return;
    }
    if (name === 'discard') {
      console.log(`${countMail(await discardFailedMessages(db, MAIL_OUTBOX, mails), 'was', 'were')} deleted.`);
      return;
    }
    const stuck = await findStuckMessages(db, MAIL_OUTBOX);
    console.log(`${countMail(await countPendingMessages(db, MAIL_OUTBOX), 'is', 'are')} waiting to be sent.`);
    if (stuck)
      console.log(
        `Waiting for more than 15 minutes: ${stuck.count}, the oldest for ${stuck.oldestMinutes} minutes: ${stuck.lastFailure ? describeMailFailure(stuck.lastFailure) : 'not tried yet'}`,
      );
    const failed = await listFailedMail(db, MAX_SHOWN);
    console.log(
      failed.length === 0 ? 'No failed mail.' : `Failed${failed.length === MAX_SHOWN ? ` (the latest ${MAX_SHOWN})` : ''}:`,
    );
    for (const { id, recipient, template, failedAt, failure } of failed)
      console.log(
        `  ${id}  ${failedAt.toISOString().slice(0, 16)}  ${template}  ${recipient}\n    ${failure ? describeMailFailure(failure) : ''}`,
      );
  } finally {
    await close();
    await database.close();
  }
}

try {
  await run(readCommand(process.argv.slice(2)));
} catch (error) {
  const isUnknownOption = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isUnknownOption ? usage : formatError(error));
  process.exitCode = 1;
}
