import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import {
  findOpenErasureRequest,
  getOrganisationName,
  insertErasureRequest,
  listPersonAdministrators,
  type OpenErasureRequest,
} from './erasure.queries.ts';
import { erasureRequestedMail } from './erasure-mails.ts';

/**
 * Asks that the caller be forgotten and tells the caller's administrators by mail. While a request is open, asking again
 * answers the same one.
 */
export async function requestErasure(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  requestId: string,
): Promise<OpenErasureRequest> {
  const { caller } = context;
  const made = await insertErasureRequest(tx, caller);
  if (!made) return (await findOpenErasureRequest(tx, caller)) as OpenErasureRequest;
  await recordAuditEvent(tx, context, { action: 'erasure.requested', subjectId: String(made.id), requestId });
  const organisationName = await getOrganisationName(tx, caller);
  for (const { id, email, firstName } of await listPersonAdministrators(tx, caller)) {
    await enqueueMail(tx, dependencies, erasureRequestedMail, {
      organisationId: caller.organisationId,
      brandId: caller.brandId,
      recipient: email,
      data: { firstName, organisationName, personName: formatPersonName(caller) },
      dedupeKey: `erasure-requested:${made.id}:${id}`,
    });
  }
  return made;
}
