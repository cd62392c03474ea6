import { findActor } from '#api/identity/sessions/access.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { conflict, invalid, notFound, tooManyRequests } from '#api/platform/http/errors.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { listWearers } from '../cart/wearers.queries.ts';
import { listWearerGroups } from '../cart/wearers.rules.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import { toMadeToMeasure, type WireMadeToMeasure } from './made-to-measure.mapper.ts';
import {
  ensureMadeToMeasureCombination,
  findOwnMadeToMeasure,
  findSealedMeasurements,
  insertMadeToMeasure,
  listOwnMadeToMeasure,
  listSealedRequests,
  type MadeToMeasureRow,
  type OwnMadeToMeasureRow,
  putRequestIntoCart,
  stepMadeToMeasure,
  takeRequestFromCarts,
} from './made-to-measure.queries.ts';
import { explainStatus, readMeasurements, type SealedMeasurements } from './made-to-measure.rules.ts';
import { findMadeToMeasureGarment, type MadeToMeasureGarment } from './made-to-measure-garments.queries.ts';
import { measurementsAskedMail } from './made-to-measure-mails.ts';

/** What the commands about requests need. */
export interface MadeToMeasureCommand extends MailDependencies {
  requestId: string;
}

/** More than anyone has garments made; it bounds what asking and withdrawing in turns can store. */
const REQUEST_LIMIT: RateLimit = { name: 'made-to-measure', max: 20, windowSeconds: 86_400 };
/** For others: each request mails its wearer. */
const OTHERS_LIMIT: RateLimit = { name: 'made-to-measure-for-others', max: 200, windowSeconds: 86_400 };

/** What measurements are sealed for: their wearer, so that a row copied to another person cannot be opened. */
const getPurpose = ({ organisationId, customerId }: { organisationId: number; customerId: number }) =>
  `made-to-measure:${organisationId}:${customerId}`;

/** The measurements of a request; undefined when there are none. The caller records who opened them. */
export async function openRequestMeasurements(
  db: Db,
  vault: Vault,
  request: Pick<MadeToMeasureRow, 'organisationId' | 'customerId' | 'id'>,
): Promise<SealedMeasurements | undefined> {
  const sealed = await findSealedMeasurements(db, request);
  return sealed && (JSON.parse(vault.open(getPurpose(request), sealed)) as SealedMeasurements);
}

async function getOwnRequest(tx: Db, scope: Scope, id: number): Promise<OwnMadeToMeasureRow> {
  const row = await findOwnMadeToMeasure(tx, scope, id);
  if (!row) throw notFound('madeToMeasureRequest');
  return row;
}

const refuseStatus = ({ status }: MadeToMeasureRow) => conflict('madeToMeasureRequest', explainStatus(status));

/** The requests of the person in effect. */
export const getOwnMadeToMeasure = async (db: Db, { effective }: RequestContext): Promise<WireMadeToMeasure[]> =>
  (await listOwnMadeToMeasure(db, effective)).map((row) => toMadeToMeasure(row, effective));

/** How a product is made to measure for a wearer. Throws 404 when the person in effect does not see it, or may not order for the wearer. */
export async function getMadeToMeasureGarment(
  db: Db,
  context: RequestContext,
  { productId, customerId }: { productId: number; customerId: number | null | undefined },
): Promise<MadeToMeasureGarment> {
  const wearerId = await getWearerId(db, context, customerId);
  const garment = await findMadeToMeasureGarment(db, context.effective, { productId, customerId: wearerId });
  if (!garment) throw notFound('product');
  return garment;
}

/** The wearer of a request: the person in effect, or someone whom that person may order for. Throws 404. */
async function getWearerId(db: Db, { effective }: RequestContext, customerId: number | null | undefined): Promise<number> {
  const id = customerId || effective.customerId;
  if (id !== effective.customerId && !(await listWearers(db, effective, [id], listWearerGroups(effective))).has(id))
    throw notFound('customer');
  return id;
}

/** The combination that is made. Throws 422 without a colour where there are some. */
async function getMadeCombination(
  tx: Tx,
  { productId, colours }: MadeToMeasureGarment,
  colourId: number | null,
): Promise<number> {
  if (colours.length > 0 && !colours.some(({ id }) => id === colourId)) throw invalid('colourId', 'Please choose a colour.');
  return ensureMadeToMeasureCombination(tx, productId, colours.length > 0 ? colourId : null);
}

async function assertNotTooMany(tx: Tx, { organisationId, customerId }: Scope, limit: RateLimit): Promise<void> {
  const wait = await countAttempt(tx, [{ limit, subject: `${organisationId}:${customerId}` }]);
  if (wait > 0) throw tooManyRequests(wait);
}

/**
 * Orders or requests a garment made to measure. The caller's own measurements are sealed, and a garment that is offered so goes into the cart. For someone
 * else, the wearer is asked to give them. Throws 404, 409, 422 and 429.
 */
export async function requestMadeToMeasure(
  tx: Tx,
  context: RequestContext,
  input: BodyOf<'POST /api/madetomeasure'>,
  command: MadeToMeasureCommand,
): Promise<WireMadeToMeasure> {
  const { caller } = context;
  const customerId = await getWearerId(tx, context, input.customerId);
  const isOwn = customerId === caller.customerId;
  const { measurements, comments, consentVersion } = input;
  if (!isOwn && (measurements || comments || consentVersion !== undefined))
    throw invalid(
      'measurements',
      'Only the wearer can give measurements. Send the request without them, and the wearer is asked by email.',
    );
  if (isOwn && !measurements) throw invalid('measurements', 'Please enter measurements.');
  const given = measurements && readMeasurements({ measurements, comments, consentVersion: consentVersion ?? 0 });
  const garment = await getMadeToMeasureGarment(tx, context, { productId: input.productId, customerId });
  await assertNotTooMany(tx, caller, isOwn ? REQUEST_LIMIT : OTHERS_LIMIT);
  const combinationId = await getMadeCombination(tx, garment, input.colourId || null);
  const id = await insertMadeToMeasure(tx, caller, {
    customerId,
    combinationId,
    quantity: input.quantity ?? 1,
    status: !given ? 'asked' : garment.isOffered ? 'answered' : 'requested',
    isOffered: garment.isOffered,
    sealed: given ? command.vault.seal(getPurpose({ ...caller, customerId }), JSON.stringify(given)) : null,
    consentVersion: given ? (consentVersion ?? null) : null,
    leadTimeDays: garment.isOffered ? garment.leadTimeDays : null,
  });
  if (given && garment.isOffered) await putRequestIntoCart(tx, caller, id);
  await recordAuditEvent(tx, context, {
    action: 'made_to_measure.requested',
    subjectId: String(id),
    requestId: command.requestId,
  });
  const row = await getOwnRequest(tx, caller, id);
  if (!isOwn) await askForMeasurements(tx, command, row);
  return toMadeToMeasure(row, caller);
}

async function askForMeasurements(tx: Tx, command: MadeToMeasureCommand, row: MadeToMeasureRow): Promise<void> {
  const wearer = await findActor(tx, row.organisationId, row.customerId);
  if (!wearer) throw conflict('customer', `${row.customerName} cannot log in, so they cannot give measurements.`);
  await enqueueMail(tx, command, measurementsAskedMail, {
    organisationId: row.organisationId,
    brandId: wearer.brandId,
    recipient: wearer.email,
    data: {
      firstName: wearer.firstName,
      garment: nameGarment(row),
      personName: null,
      askedBy: row.requestedByName,
      requestId: row.id,
    },
    dedupeKey: `measurements-asked:${row.id}`,
  });
}

/** The garment of a request in sentences: `Suit jacket, Navy`. */
export const nameGarment = ({ productName, description }: Pick<MadeToMeasureRow, 'productName' | 'description'>): string =>
  nameLine({ productName, description: description.replace(/(, )?Made to measure$/, '') });

/** The wearer gives the measurements that someone asked for. Throws 404, 409 and 422. */
export async function giveMeasurements(
  tx: Tx,
  context: RequestContext,
  id: number,
  input: BodyOf<'POST /api/madetomeasure/:id/measurements'>,
  command: MadeToMeasureCommand,
): Promise<WireMadeToMeasure> {
  const { caller } = context;
  const row = await getOwnRequest(tx, caller, id);
  if (row.customerId !== caller.customerId) throw notFound('madeToMeasureRequest');
  const given = readMeasurements(input);
  const change = {
    sealed: command.vault.seal(getPurpose(row), JSON.stringify(given)),
    consentVersion: input.consentVersion,
    ...(row.isOffered ? { to: 'answered' as const } : {}),
  };
  if (!(await stepMadeToMeasure(tx, row, 'measure', change))) throw refuseStatus(row);
  await recordAuditEvent(tx, context, {
    action: 'made_to_measure.measured',
    subjectId: String(id),
    requestId: command.requestId,
  });
  return toMadeToMeasure(await getOwnRequest(tx, caller, id), caller);
}

/** The measurements that the caller gave. Throws 404. */
export async function readOwnRequestMeasurements(
  db: Db,
  { vault }: { vault: Vault },
  { caller }: RequestContext,
  id: number,
): Promise<SealedMeasurements> {
  const row = await getOwnRequest(db, caller, id);
  if (row.customerId !== caller.customerId) throw notFound('madeToMeasureRequest');
  return (await openRequestMeasurements(db, vault, row)) ?? { measurements: [], comments: null };
}

/** Puts an answered request into the cart of the person in effect. Throws 404, and 409 when it cannot be ordered. */
export async function orderMadeToMeasure(tx: Tx, { effective }: RequestContext, id: number): Promise<WireMadeToMeasure> {
  await putRequestIntoCart(tx, effective, id);
  const row = await getOwnRequest(tx, effective, id);
  if (!row.isInCart) throw refuseStatus(row);
  return toMadeToMeasure(row, effective);
}

/** Withdraws a request: its measurements are deleted, and it leaves all carts. Throws 404, and 409 once it is in an order. */
export async function withdrawMadeToMeasure(
  tx: Tx,
  context: RequestContext,
  id: number,
  { requestId }: { requestId: string },
): Promise<WireMadeToMeasure> {
  const { caller } = context;
  const row = await getOwnRequest(tx, caller, id);
  // Carts first, as when an order is placed.
  await takeRequestFromCarts(tx, caller, id);
  if (!(await stepMadeToMeasure(tx, row, 'withdraw'))) {
    if (row.status !== 'ordered') throw refuseStatus(row);
    throw conflict('madeToMeasureRequest', `It is in order ${row.orderId}. You can cancel it there.`);
  }
  await recordAuditEvent(tx, context, { action: 'made_to_measure.withdrawn', subjectId: String(id), requestId });
  return toMadeToMeasure(await getOwnRequest(tx, caller, id), caller);
}

/** Requests of a person with what they measured, for the export of their data. */
export async function exportMadeToMeasure(db: Db, vault: Vault, scope: Scope) {
  const [rows, sealed] = await Promise.all([listOwnMadeToMeasure(db, scope), listSealedRequests(db, scope)]);
  const byId = new Map(sealed.map((each) => [each.id, each]));
  return rows.map((row) => {
    const own = row.customerId === scope.customerId ? byId.get(row.id) : undefined;
    const given = own && (JSON.parse(vault.open(getPurpose(row), own.sealed)) as SealedMeasurements);
    return {
      ...toMadeToMeasure(row, scope),
      measurements: given?.measurements ?? [],
      comments: given?.comments ?? null,
      consentedOnUtc: own?.consentedAt.toISOString() ?? null,
    };
  });
}
