import { listOperatorsWithRight, type OperatorRecipient } from '#api/identity/operators/operator-team.queries.ts';
import { findActors } from '#api/identity/sessions/access.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { enqueueMails, type MailDependencies, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { lockUntoldRequests, markReminders, markTold, type RemindedProof } from './proof-mails.queries.ts';
import { proofReminderMail, proofsWantedMail } from './proof-mails.ts';
import { nameDesign } from './proofs.rules.ts';

const BATCH_SIZE = 100;
/** A mail names no more proofs or designs than this. */
const MAX_NAMED = 10;

/** Mails each person once about all the proofs of their organisation that they may decide on. */
async function mailReminders(
  tx: Tx,
  dependencies: MailDependencies,
  organisationId: number,
  proofs: readonly RemindedProof[],
): Promise<void> {
  const people = await findActors(tx, organisationId, [...new Set(proofs.flatMap(({ deciderIds }) => deciderIds))]);
  const mails = people.map(({ customerId, brandId, email, firstName }) => {
    const theirs = proofs.filter(({ deciderIds }) => deciderIds.includes(customerId));
    const named = theirs.slice(0, MAX_NAMED).map(({ proofId, design, shownOn }) => ({
      proofId,
      design: nameDesign(design),
      shownOn: formatDay(shownOn),
    }));
    return toQueuedMail(proofReminderMail, {
      organisationId,
      brandId,
      recipient: email,
      data: { firstName, proofs: named, count: theirs.length },
      dedupeKey: `proof-reminder:${theirs[0]?.proofId}:${theirs[0]?.reminders}:${customerId}`,
    });
  });
  if (mails.length > 0) await enqueueMails(tx, dependencies, mails);
}

/**
 * Reminds those who may decide of proofs for which orders wait: two working days after a version was shown, and again after two more each, at most three times.
 * Returns the number of proofs.
 */
export const remindDeciders = (db: Db, dependencies: MailDependencies & { clock: Clock }): Promise<number> =>
  repeatInBatches(BATCH_SIZE, () =>
    runInTransaction(db, async (tx) => {
      const due = await markReminders(tx, { at: new Date(dependencies.clock.now()), limit: BATCH_SIZE });
      for (const [organisationId, proofs] of Map.groupBy(due, (proof) => proof.organisationId))
        await mailReminders(tx, dependencies, organisationId, proofs);
      return due.length;
    }),
  );

/** Tells the supplier's customer service of designs that need a proof, each once and in one mail for each operator. Returns how many mails were queued. */
export const tellSupplier = (db: Db, dependencies: MailDependencies): Promise<number> =>
  runInTransaction(db, async (tx) => {
    const wanted = await lockUntoldRequests(tx, 1000);
    if (wanted.length === 0) return 0;
    const told = new Map<number, { recipient: OperatorRecipient; brandId: number; designs: typeof wanted }>();
    for (const brandId of [...new Set(wanted.map((request) => request.brandId))].toSorted((a, b) => a - b))
      for (const recipient of await listOperatorsWithRight(tx, 'customerService', [brandId])) {
        const mail = told.get(recipient.operatorId) ?? { recipient, brandId, designs: [] };
        mail.designs.push(...wanted.filter((request) => request.brandId === brandId));
        told.set(recipient.operatorId, mail);
      }
    const mails = [...told.values()].map(({ recipient, brandId, designs }) =>
      toQueuedMail(proofsWantedMail, {
        organisationId: null,
        brandId,
        recipient: recipient.email,
        data: {
          name: recipient.name,
          designs: designs.slice(0, MAX_NAMED).map(({ requestId, design, organisationName, orders }) => ({
            requestId,
            design: nameDesign(design),
            organisation: organisationName,
            orders,
          })),
          count: designs.length,
        },
      }),
    );
    if (mails.length > 0) await enqueueMails(tx, dependencies, mails);
    await markTold(tx, wanted);
    return mails.length;
  });
