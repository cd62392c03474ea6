import type { Clock } from '#api/platform/clock.ts';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { formatDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { mailOrderPeople } from '../mails/mail-order-people.actions.ts';
import { actAsSystem } from '../order-acts/record-act.actions.ts';
import { listExpiredExchanges, markExchangeReminders, type ReturnRef } from './exchange-deadlines.queries.ts';
import { exchangeReminderMail } from './return-mails.ts';
import { findReturn, lockReturn, type StoredReturn } from './return-steps.queries.ts';
import { expireExchange, toMailedReturn } from './settle-return.actions.ts';

/** What the jobs about exchanges need. */
export interface ExchangeDeadlineDependencies extends MailDependencies {
  clock: Clock;
  log: { error(details: object, message: string): void };
}

const BATCH_SIZE = 100;
/** People are reminded this many days before the last day. */
const REMINDER_DAYS = 3;

/** Reminds people a few days before the end to send back what they exchange, once. Returns the number of requests. */
export const remindAboutExchanges = (db: Db, dependencies: ExchangeDeadlineDependencies): Promise<number> =>
  repeatInBatches(BATCH_SIZE, () =>
    runInTransaction(db, async (tx) => {
      const at = new Date(dependencies.clock.now());
      const due = await markExchangeReminders(tx, { at, days: REMINDER_DAYS, limit: BATCH_SIZE });
      for (const ref of due) {
        const request = (await findReturn(tx, ref)) as StoredReturn;
        await mailOrderPeople(tx, dependencies, exchangeReminderMail, request, {
          people: request,
          lines: [request],
          occasion: request.customNumber,
          toData: () => ({
            line: toMailedReturn(request),
            reservedUntil: formatDay(request.reservedUntilOn as string),
          }),
        });
      }
      return due.length;
    }),
  );

async function expire(tx: Tx, ref: ReturnRef, dependencies: MailDependencies): Promise<boolean> {
  const request = await lockReturn(tx, ref);
  return request !== undefined && expireExchange(tx, actAsSystem(dependencies), request);
}

/**
 * Cancels the exchanges whose pieces have not come back in time, each in its own transaction: one that fails does not stop the others. Returns how many
 * were cancelled; throws when one has failed.
 */
export async function expireExchanges(db: Db, dependencies: ExchangeDeadlineDependencies): Promise<number> {
  const at = new Date(dependencies.clock.now());
  let expired = 0;
  let failed = 0;
  let afterId = 0;
  await repeatInBatches(BATCH_SIZE, async () => {
    const requests = await listExpiredExchanges(db, { at, afterId, limit: BATCH_SIZE });
    for (const request of requests)
      try {
        if (await runInTransaction(db, (tx) => expire(tx, request, dependencies))) expired += 1;
      } catch (error) {
        failed += 1;
        dependencies.log.error({ err: error, returnRequestId: request.id }, 'an exchange could not expire');
      }
    afterId = requests.at(-1)?.id ?? afterId;
    return requests.length;
  });
  if (failed > 0) throw new Error(`Exchanges that could not expire: ${failed}.`);
  return expired;
}
