/**
 * `npm run mail`: which mails wait and which were given up, and why. `npm run mail -- again ID …` or `again all` lets those
 * that were given up be tried once more; `forget ID …` or `forget all` deletes them.
 */
import { openDatabase } from '#api/platform/db/database.ts';
import {
  countPendingMail,
  discardFailedMail,
  findStuckMail,
  listFailedMail,
  retryFailedMail,
} from '#api/platform/mail/outbox.queries.ts';
import { formatError } from './console.ts';
import { openCommandDatabase } from './database.ts';

const usage = 'Usage: npm run mail, or npm run mail -- again|forget all, or npm run mail -- again|forget ID …';
const SHOWN = 50;

const mails = (count: number, one: string, many: string) => (count === 1 ? `1 mail ${one}` : `${count} mails ${many}`);

async function run(words: string[]): Promise<void> {
  const [command, ...ids] = words;
  if (command !== undefined && (!['again', 'forget'].includes(command) || ids.length === 0)) throw new Error(usage);
  const which = ids[0] === 'all' ? 'all' : ids;
  const database = await openCommandDatabase(process.env);
  const { db, close } = openDatabase(database.url, { poolSize: 1 });
  try {
    if (command === 'again') {
      const count = await retryFailedMail(db, which);
      console.log(`${mails(count, 'is', 'are')} queued again; a running portal sends within ten minutes.`);
      return;
    }
    if (command === 'forget') {
      console.log(`${mails(await discardFailedMail(db, which), 'was', 'were')} deleted.`);
      return;
    }
    const stuck = await findStuckMail(db);
    console.log(`${mails(await countPendingMail(db), 'waits', 'wait')} to be sent.`);
    if (stuck)
      console.log(
        `For more than 15 minutes: ${stuck.count}, the oldest for ${stuck.oldestMinutes} minutes: ${stuck.lastError ?? 'it has not been tried yet'}`,
      );
    const failed = await listFailedMail(db, SHOWN);
    console.log(failed.length === 0 ? 'None was given up.' : `Given up${failed.length === SHOWN ? `, the last ${SHOWN}` : ''}:`);
    for (const { id, recipient, template, failedAt, reason } of failed)
      console.log(`  ${id}  ${failedAt.toISOString().slice(0, 16)}  ${template}  ${recipient}\n    ${reason}`);
  } finally {
    await close();
    await database.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
