import { listOperatorsWithRight, type OperatorRecipient } from '#api/identity/operators/operator-team.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { enqueueMails, type MailDependencies, type QueuedMail, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { nameGarment } from './made-to-measure.actions.ts';
import { madeToMeasureWaitingMail } from './made-to-measure-mails.ts';
import { lockUntoldRequests, markToldRequests, type WaitingRequest } from './tell-makers.queries.ts';

/** The most requests that a mail names of each kind; it says how many others there are. */
const MAX_NAMED = 10;

function toMail(recipient: OperatorRecipient, brandId: number, requests: readonly WaitingRequest[]): QueuedMail {
  const listOf = (isToMake: boolean) => {
    const those = requests.filter((request) => request.isToMake === isToMake);
    return {
      count: those.length,
      named: those.slice(0, MAX_NAMED).map(({ id, quantity, organisationName, ...garment }) => ({
        number: `M${id}`,
        garment: nameGarment(garment),
        quantity,
        organisation: organisationName,
      })),
    };
  };
  return toQueuedMail(madeToMeasureWaitingMail, {
    organisationId: null,
    brandId,
    recipient: recipient.email,
    data: { name: recipient.name, toAnswer: listOf(false), toMake: listOf(true) },
  });
}

/**
 * Tells the operators who make garments of new requests, and of those that are to be made, in one mail for each operator: every request once in each of the
 * two states. Returns how many mails were queued.
 */
export const tellMakers = (db: Db, dependencies: MailDependencies): Promise<number> =>
  runInTransaction(db, async (tx) => {
    const waiting = await lockUntoldRequests(tx);
    if (waiting.length === 0) return 0;
    const told = new Map<number, { recipient: OperatorRecipient; brandId: number; requests: WaitingRequest[] }>();
    for (const brandId of [...new Set(waiting.map((request) => request.brandId))].toSorted((a, b) => a - b)) {
      const requests = waiting.filter((request) => request.brandId === brandId);
      for (const recipient of await listOperatorsWithRight(tx, 'tailoring', [brandId])) {
        const mail = told.get(recipient.operatorId) ?? { recipient, brandId, requests: [] };
        mail.requests.push(...requests);
        told.set(recipient.operatorId, mail);
      }
    }
    const mails = [...told.values()].map(({ recipient, brandId, requests }) => toMail(recipient, brandId, requests));
    if (mails.length === 0) return 0;
    await enqueueMails(tx, dependencies, mails);
    await markToldRequests(tx, waiting);
    return mails.length;
  });
