import { listOperatorsWithRight } from '#api/identity/operators/operator-team.queries.ts';
import { findActors } from '#api/identity/sessions/access.queries.ts';
import { recordAuditEvent, recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { attachFiles } from '#api/platform/files/file-store.ts';
import type { FileOwner } from '#api/platform/files/stored-files.queries.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { enqueueMails, type MailDependencies, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { releaseProvedOrders } from '../order-states/release.queries.ts';
import {
  findOrganisationOfRequest,
  insertVersion,
  listHeldOrders,
  lockRequest,
  readLockedProof,
  writeDecision,
} from './decide-proof.queries.ts';
import { listDeciders } from './proof-mails.queries.ts';
import { proofChangeAskedMail, proofReadyMail } from './proof-mails.ts';
import { nameOf, toOperatorRequest, toProof, type WireOperatorRequest } from './proofs.mapper.ts';
import { findOperatorRequest, findRequestOfProof, listProductionFiles, type RequestRow } from './proofs.queries.ts';
import { explainUndecidable } from './proofs.rules.ts';
import { releaseOrdersJob } from './release-orders.actions.ts';

type WireProof = ReturnType<typeof toProof>;

/** What deciding and showing proofs needs besides the transaction. */
export type ProofCommand = MailDependencies & { jobs: Pick<JobQueue, 'enqueue'>; requestId: string };

/** As many orders are released with the decision; the others by a job at once. */
const MAX_RELEASED_AT_ONCE = 100;

/** A request that the person sees, by one of its versions. Throws 404. */
async function getRequestOfProof(tx: Tx, { effective }: RequestContext, proofId: number): Promise<RequestRow> {
  const row = await findRequestOfProof(tx, effective, proofId);
  if (!row) throw notFound('proof');
  return row;
}

/**
 * Approves a proof, or asks for a change, within the caller's transaction. Approving approves the design for all orders and releases those that wait for nothing
 * else. Throws 404 for a proof that the person may not decide on, 422 without a comment where one is needed, and 409 when it was decided or replaced.
 */
export async function decideOnProof(
  tx: Tx,
  command: ProofCommand,
  context: RequestContext,
  proofId: number,
  { approve, comment: given }: BodyOf<'POST /api/proofs/:id/decision'>,
): Promise<WireProof> {
  const { effective } = context;
  const { organisationId } = effective;
  const seen = await getRequestOfProof(tx, context, proofId);
  const comment = given?.trim() || null;
  if (!approve && comment === null) throw invalid('comment', 'Please say what should be changed.');
  await lockRequest(tx, organisationId, seen.id);
  const locked = await readLockedProof(tx, organisationId, proofId);
  if (!locked) throw notFound('proof');
  const refusal = explainUndecidable(locked);
  if (refusal !== undefined) throw conflict('proof', refusal);
  if (!(await writeDecision(tx, organisationId, proofId, { approve, comment, deciderId: context.caller.customerId })))
    throw conflict('proof', 'Someone else has just decided on this proof. Please reload the page.');
  await recordAuditEvent(tx, context, {
    action: approve ? 'proof.approved' : 'proof.change-asked',
    subjectId: String(proofId),
    after: { requestId: seen.id, ...(comment === null ? {} : { comment }) },
    requestId: command.requestId,
  });
  if (approve) await releaseOrders(tx, command, seen);
  else
    await mailSupplier(tx, command, seen, { proofId, decidedBy: formatPersonName(context.caller), comment: comment as string });
  return toProof(await getRequestOfProof(tx, context, proofId), effective);
}

/** Releases the orders that wait for nothing more than this request; where there are many, a job goes on with the rest. */
async function releaseOrders(tx: Tx, { jobs }: ProofCommand, { organisationId, id }: RequestRow): Promise<void> {
  const held = await listHeldOrders(tx, organisationId, id, MAX_RELEASED_AT_ONCE + 1);
  await releaseProvedOrders(tx, organisationId, held.slice(0, MAX_RELEASED_AT_ONCE));
  if (held.length > MAX_RELEASED_AT_ONCE) await jobs.enqueue(tx, releaseOrdersJob, {});
}

async function mailSupplier(
  tx: Tx,
  command: ProofCommand,
  { brandId, organisationName, design, id }: RequestRow,
  { proofId, decidedBy, comment }: { proofId: number; decidedBy: string; comment: string },
): Promise<void> {
  const operators = await listOperatorsWithRight(tx, 'customerService', [brandId]);
  const mails = operators.map(({ operatorId, email, name }) =>
    toQueuedMail(proofChangeAskedMail, {
      organisationId: null,
      brandId,
      recipient: email,
      data: { name, requestId: id, design: nameOf(design), organisation: organisationName, decidedBy, comment },
      dedupeKey: `proof-change-asked:${proofId}:${operatorId}`,
    }),
  );
  if (mails.length > 0) await enqueueMails(tx, command, mails);
}

/** The pictures of proofs are the supplier's. */
export const pictureOwnerOf = ({ kind, id }: Pick<OperatorScope, 'kind' | 'id'>, organisationId: number): FileOwner => ({
  organisationId,
  actorKind: kind,
  actorId: id,
  customerId: null,
});

/** The organisation of a request of the operator's brands. Throws 404. */
export async function getOrganisationOfRequest(tx: Tx, operator: OperatorScope, requestId: number): Promise<number> {
  const organisationId = await findOrganisationOfRequest(tx, operator, requestId);
  if (organisationId === undefined) throw notFound('proofRequest');
  return organisationId;
}

/** A request of the operator's brands with its versions and production files. Throws 404. */
export async function getOperatorRequest(tx: Tx, operator: OperatorScope, id: number): Promise<WireOperatorRequest> {
  const row = await findOperatorRequest(tx, operator, id);
  if (!row) throw notFound('proofRequest');
  return toOperatorRequest(row, await listProductionFiles(tx, row.organisationId, row.logoId));
}

/**
 * Shows the client a new version, which replaces one that waits, and mails those who may decide. Throws 404 for an unknown request or picture, and 409 when the
 * design has been approved.
 */
export async function addVersion(
  tx: Tx,
  command: ProofCommand,
  operator: OperatorScope,
  id: number,
  { fileId, widthMm, heightMm, colours: given }: BodyOf<'POST /api/operator/proofs/:id/versions'>,
): Promise<WireOperatorRequest> {
  const organisationId = await getOrganisationOfRequest(tx, operator, id);
  const locked = await lockRequest(tx, organisationId, id);
  if (locked?.isApproved) throw conflict('proofRequest', 'The client has already approved this design. It needs no other proof.');
  const colours = given.map((colour) => colour.trim()).filter((colour) => colour !== '');
  await attachFiles(tx, pictureOwnerOf(operator, organisationId), 'proof', [fileId]);
  const operatorId = operator.kind === 'operator' ? operator.id : null;
  const proofId = await insertVersion(tx, organisationId, id, { fileId, widthMm, heightMm, colours, operatorId });
  const row = await findOperatorRequest(tx, operator, id);
  if (!row) throw notFound('proofRequest');
  await recordOperatorAuditEvent(tx, operator, row, {
    action: 'proof.shown',
    subjectId: String(proofId),
    after: { requestId: id, version: row.versions[0]?.version ?? 1, widthMm, heightMm, colours },
    requestId: command.requestId,
  });
  await mailDeciders(tx, command, row, proofId);
  return toOperatorRequest(row, await listProductionFiles(tx, organisationId, row.logoId));
}

/** `80 × 35 mm`. */
const formatSize = (widthMm: number, heightMm: number) => `${widthMm} × ${heightMm} mm`;

async function mailDeciders(tx: Tx, command: ProofCommand, row: RequestRow, proofId: number): Promise<void> {
  const { organisationId, design, orderIds, versions } = row;
  const [latest] = versions;
  if (!latest) return;
  const deciders = await findActors(tx, organisationId, await listDeciders(tx, organisationId, row.id));
  const mails = deciders.map(({ customerId, brandId, email, firstName }) =>
    toQueuedMail(proofReadyMail, {
      organisationId,
      brandId,
      recipient: email,
      data: {
        firstName,
        proofId,
        design: nameOf(design),
        version: latest.version,
        size: formatSize(latest.widthMm, latest.heightMm),
        orders: orderIds.length,
      },
      dedupeKey: `proof-ready:${proofId}:${customerId}`,
    }),
  );
  if (mails.length > 0) await enqueueMails(tx, command, mails);
}
