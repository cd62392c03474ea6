import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import { type AuditEvent, recordAuditEvent, recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { findKeptOrganisation, findOrganisationOf } from './keepers.queries.ts';

/** Who keeps cost centres and questions of an organisation: one of its administrators, or an operator of the supplier. */
export interface OrganisationKeeper {
  organisationId: number;
  isOperator: boolean;
  /** Records what was changed, in the transaction of the change. */
  record: (tx: Tx, event: Omit<AuditEvent, 'requestId'>) => Promise<void>;
}

/** An administrator, for their own organisation. Throws 403 for those of some groups only. */
export function keepOwn(context: RequestContext, requestId: string): OrganisationKeeper {
  assertCanManageStructure(context.caller);
  return {
    organisationId: context.caller.organisationId,
    isOperator: false,
    record: (tx, event) => recordAuditEvent(tx, context, { ...event, requestId }),
  };
}

const keepFor = (
  operator: OperatorScope,
  requestId: string,
  organisation: { organisationId: number; brandId: number },
): OrganisationKeeper => ({
  organisationId: organisation.organisationId,
  isOperator: true,
  record: (tx, event) => recordOperatorAuditEvent(tx, operator, organisation, { ...event, requestId }),
});

/** An operator, for an organisation of their brands. Throws 404 for any other. */
export async function keepForOrganisation(
  db: Db,
  operator: OperatorScope,
  organisationId: number,
  requestId: string,
): Promise<OrganisationKeeper> {
  const found = await findKeptOrganisation(db, operator, organisationId);
  if (!found) throw notFound('organisation');
  return keepFor(operator, requestId, found);
}

/** An operator, for the organisation of a record. Throws 404 for those of other brands. */
export async function keepForOrganisationOf(
  db: Db,
  operator: OperatorScope,
  kind: 'checkoutQuestion' | 'costCentre',
  id: number,
  requestId: string,
): Promise<OrganisationKeeper> {
  const found = await findOrganisationOf(db, operator, kind, id);
  if (!found) throw notFound(kind);
  return keepFor(operator, requestId, found);
}
