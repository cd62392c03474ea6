import { recordDeed } from '../audit/audit.queries.ts';
import type { Tx } from '../db/database.ts';
import { nameOf } from '../http/acting.ts';
import type { Visit } from '../http/endpoint.ts';
import { queueMail } from '../mail/mail.queries.ts';
import type { Portal } from '../portal.ts';
import {
  findOpenRequest,
  getOrganisationName,
  insertRequest,
  listAdministratorsOf,
  type OpenRequest,
} from './erasure.queries.ts';

/**
 * Asks that the caller be forgotten and tells the caller's administrators by mail. While a request is open, asking again
 * answers the same one.
 */
export async function askForErasure(tx: Tx, portal: Portal, visit: Visit, requestId: string): Promise<OpenRequest> {
  const { caller } = visit;
  const made = await insertRequest(tx, caller);
  if (!made) return (await findOpenRequest(tx, caller)) as OpenRequest;
  await recordDeed(tx, visit, { action: 'erasure.requested', subjectId: String(made.id), requestId });
  const organisationName = await getOrganisationName(tx, caller);
  for (const { id, email, firstName } of await listAdministratorsOf(tx, caller)) {
    await queueMail(tx, portal, {
      organisationId: caller.organisationId,
      brandId: caller.brandId,
      recipient: email,
      template: 'erasure-requested',
      data: { firstName, organisationName, personName: nameOf(caller) },
      dedupeKey: `erasure-requested:${made.id}:${id}`,
    });
  }
  return made;
}
