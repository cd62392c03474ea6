import type { Clock } from '#api/platform/clock.ts';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { takeQuoteStep } from '../quote-steps.queries.ts';
import { queueQuoteMails } from './queue-quote-mails.actions.ts';
import { lockEndedQuotes, markEndingQuotes } from './quote-mails.queries.ts';

/** Small, so that no one who changes one of the quotes waits long. */
const BATCH_SIZE = 20;

type EndingDependencies = MailDependencies & { clock: Clock };

/** Expires the quotes whose last day is over and of which nothing was accepted, and mails their people. Returns the number of quotes. */
export const expireQuotes = (db: Db, { clock, ...dependencies }: EndingDependencies): Promise<number> =>
  repeatInBatches(BATCH_SIZE, () =>
    runInTransaction(db, async (tx) => {
      const ended = await lockEndedQuotes(tx, { at: new Date(clock.now()), limit: BATCH_SIZE });
      for (const ref of ended)
        if (await takeQuoteStep(tx, ref, 'expire')) await queueQuoteMails(tx, dependencies, ref, { kind: 'expired' });
      return ended.length;
    }),
  );

/** Reminds people, three days before its last day, of a quote of which something is left to accept. Returns the number of quotes. */
export const remindOfQuotes = (db: Db, { clock, ...dependencies }: EndingDependencies): Promise<number> =>
  repeatInBatches(BATCH_SIZE, () =>
    runInTransaction(db, async (tx) => {
      const ending = await markEndingQuotes(tx, { at: new Date(clock.now()), limit: BATCH_SIZE });
      for (const ref of ending) await queueQuoteMails(tx, dependencies, ref, { kind: 'ending' });
      return ending.length;
    }),
  );
