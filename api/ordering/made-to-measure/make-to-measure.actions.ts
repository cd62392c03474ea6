import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { conflict, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { Actor } from '#api/platform/http/scope.ts';
import { formatDay, getLocalDay } from '#api/platform/local-day.ts';
import { enqueueMails, type QueuedMail, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import type { DocumentTask } from '../documents/document-renderers.ts';
import { findSender } from '../fulfilment/papers/papers.queries.ts';
import { type MadeToMeasureCommand, nameGarment, openRequestMeasurements } from './made-to-measure.actions.ts';
import { toOperatorMadeToMeasure, type WireOperatorMadeToMeasure } from './made-to-measure.mapper.ts';
import { type MadeToMeasureRow, stepMadeToMeasure } from './made-to-measure.queries.ts';
import { explainStatus, type SealedMeasurements } from './made-to-measure.rules.ts';
import { madeToMeasureAnsweredMail, madeToMeasureDeclinedMail } from './made-to-measure-mails.ts';
import { findOperatorMadeToMeasure } from './operator-made-to-measure.queries.ts';

/** A request of the operator's brands. Throws 404. */
export async function getOperatorMadeToMeasure(db: Db, operator: OperatorScope, id: number): Promise<MadeToMeasureRow> {
  const row = await findOperatorMadeToMeasure(db, operator, id);
  if (!row) throw notFound('madeToMeasureRequest');
  return row;
}

const audit = (tx: Tx, operator: OperatorScope, row: MadeToMeasureRow, what: string, requestId: string) =>
  recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: row.organisationId, brandId: row.brandId },
    { action: `made_to_measure.${what}`, subjectId: String(row.id), requestId },
  );

/** Mails the wearer and, if someone else asked, that person too; those who can no longer log in are left out. */
async function mailPeople(
  tx: Tx,
  command: MadeToMeasureCommand,
  row: MadeToMeasureRow,
  toMail: (
    recipient: Actor,
    common: { firstName: string; garment: string; personName: string | null; requestId: number },
  ) => QueuedMail,
): Promise<void> {
  const mails: QueuedMail[] = [];
  for (const id of new Set([row.customerId, row.requestedById])) {
    const recipient = await findActor(tx, row.organisationId, id);
    if (!recipient) continue;
    mails.push(
      toMail(recipient, {
        firstName: recipient.firstName,
        garment: nameGarment(row),
        personName: id === row.customerId ? null : row.customerName,
        requestId: row.id,
      }),
    );
  }
  if (mails.length > 0) await enqueueMails(tx, command, mails);
}

const addressOf = (recipient: Actor, row: MadeToMeasureRow, occasion: string) => ({
  organisationId: row.organisationId,
  brandId: recipient.brandId,
  recipient: recipient.email,
  dedupeKey: `made-to-measure-${occasion}:${row.id}:${recipient.customerId}`,
});

/** Answers a request with price and lead time. Throws 404, and 409 when it no longer waits for an answer. */
export async function answerMadeToMeasure(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  input: BodyOf<'POST /api/operator/madetomeasure/:id/answer'>,
  command: MadeToMeasureCommand,
): Promise<WireOperatorMadeToMeasure> {
  const before = await getOperatorMadeToMeasure(tx, operator, id);
  const unitPriceMinor = toMinorUnits(input.unitPrice, 'unitPrice');
  const { leadTimeDays } = input;
  const answer = input.answer?.trim() || null;
  if (!(await stepMadeToMeasure(tx, before, 'answer', { unitPriceMinor, leadTimeDays, answer })))
    throw conflict('madeToMeasureRequest', explainStatus(before.status));
  await audit(tx, operator, before, 'answered', command.requestId);
  const row = await getOperatorMadeToMeasure(tx, operator, id);
  await mailPeople(tx, command, row, (recipient, common) =>
    toQueuedMail(madeToMeasureAnsweredMail, {
      ...addressOf(recipient, row, 'answered'),
      data: {
        ...common,
        price: recipient.pricesVisible ? formatMoney(unitPriceMinor, row.currencyCode) : null,
        leadTimeDays,
        answer,
        until: formatDay(getLocalDay(Date.parse(row.expiresAt ?? row.createdAt), recipient.timeZone)),
      },
    }),
  );
  return toOperatorMadeToMeasure(row);
}

/** Declines a request: its measurements are deleted. Throws 404, and 409 when it no longer waits. */
export async function declineMadeToMeasure(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { reason }: BodyOf<'POST /api/operator/madetomeasure/:id/decline'>,
  command: MadeToMeasureCommand,
): Promise<WireOperatorMadeToMeasure> {
  const row = await getOperatorMadeToMeasure(tx, operator, id);
  const answer = reason.trim();
  if (!(await stepMadeToMeasure(tx, row, 'decline', { answer })))
    throw conflict('madeToMeasureRequest', explainStatus(row.status));
  await audit(tx, operator, row, 'declined', command.requestId);
  await mailPeople(tx, command, row, (recipient, common) =>
    toQueuedMail(madeToMeasureDeclinedMail, { ...addressOf(recipient, row, 'declined'), data: { ...common, reason: answer } }),
  );
  return toOperatorMadeToMeasure(await getOperatorMadeToMeasure(tx, operator, id));
}

/** Says that a garment is made, so that it can be picked. Throws 404, and 409 before its order is released or after it was cancelled. */
export async function finishMadeToMeasure(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { requestId }: { requestId: string },
): Promise<WireOperatorMadeToMeasure> {
  const row = await getOperatorMadeToMeasure(tx, operator, id);
  if (row.status === 'ordered' && row.isOrderable) throw conflict('madeToMeasureRequest', 'The order was cancelled.');
  if (row.status === 'ordered' && row.orderedAt === null)
    throw conflict('madeToMeasureRequest', `Order ${row.orderId} has not been released yet.`);
  if (!(await stepMadeToMeasure(tx, row, 'make'))) throw conflict('madeToMeasureRequest', explainStatus(row.status));
  await audit(tx, operator, row, 'made', requestId);
  return toOperatorMadeToMeasure(await getOperatorMadeToMeasure(tx, operator, id));
}

async function openForMaker(
  tx: Tx,
  { vault, requestId }: { vault: Vault; requestId: string },
  operator: OperatorScope,
  row: MadeToMeasureRow,
): Promise<SealedMeasurements> {
  const given = await openRequestMeasurements(tx, vault, row);
  if (!given)
    throw conflict(
      'madeToMeasureRequest',
      row.status === 'asked' ? explainStatus('asked') : 'The measurements have been deleted.',
    );
  await audit(tx, operator, row, 'measurements_opened', requestId);
  return given;
}

/** The measurements of a request, for whoever makes the garment; that they were opened is recorded. Throws 404, and 409 when there are none. */
export const openMeasurementsOf = async (
  tx: Tx,
  command: { vault: Vault; requestId: string },
  operator: OperatorScope,
  id: number,
): Promise<SealedMeasurements> => openForMaker(tx, command, operator, await getOperatorMadeToMeasure(tx, operator, id));

/** The work sheet of an ordered garment; that its measurements were opened is recorded. Throws 404 and 409. `now` in milliseconds. */
export async function composeWorkSheet(
  tx: Tx,
  command: { vault: Vault; requestId: string; now: number },
  operator: OperatorScope,
  id: number,
): Promise<DocumentTask> {
  const row = await getOperatorMadeToMeasure(tx, operator, id);
  if (row.orderId === null || row.isOrderable) throw conflict('madeToMeasureRequest', 'It has not been ordered.');
  const { measurements, comments } = await openForMaker(tx, command, operator, row);
  const sender = await findSender(tx, operator, row.organisationId);
  const sheet = {
    requestNumber: `M${row.id}`,
    orderNumber: String(row.orderId),
    organisationName: row.organisationName,
    wearerName: row.customerName,
    garment: nameGarment(row),
    sku: row.sku,
    quantity: row.quantity,
    dueOn: row.dueOn,
    printedOn: getLocalDay(command.now, sender.timeZone),
    measurements,
    comments,
  };
  const input = { brand: { name: sender.brandName, companyName: sender.companyName }, createdAt: new Date(command.now) };
  return { kind: 'workSheet', content: [input, sheet] };
}
