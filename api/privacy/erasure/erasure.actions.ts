import { listPersonAdministrators } from '#api/people/person/administrators.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { findOpenErasureRequest, getOrganisationName, insertErasureRequest, type OpenErasureRequest } from './erasure.queries.ts';
import { erasureRequestedMail } from './erasure-mails.ts';

/**
 * Records the caller's request for erasure and informs their administrators by mail, each at most once a day, however often the
 * request is withdrawn and repeated. While a request is open, another one returns it unchanged.
 */
export async function requestErasure(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  requestId: string,
): Promise<OpenErasureRequest> {
  const { caller } = context;
  const inserted = await insertErasureRequest(tx, caller);
  if (!inserted) return (await findOpenErasureRequest(tx, caller)) as OpenErasureRequest;
  await recordAuditEvent(tx, context, { action: 'erasure.requested', subjectId: String(inserted.id), requestId });
  const organisationName = await getOrganisationName(tx, caller);
  const administrators = await listPersonAdministrators(tx, caller);
  const others = administrators.filter(({ id }) => id !== caller.customerId);
  for (const { id, email, firstName } of others.length > 0 ? others : administrators) {
    await enqueueMail(tx, dependencies, erasureRequestedMail, {
      organisationId: caller.organisationId,
      brandId: caller.brandId,
      recipient: email,
      data: { firstName, organisationName, personName: formatPersonName(caller), customerId: caller.customerId },
      dedupeKey: `erasure-requested:${caller.customerId}:${id}:${inserted.createdOnUtc.slice(0, 10)}`,
    });
  }
  return inserted;
}
