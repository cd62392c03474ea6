import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

type MyData = ReplyOf<'GET /api/mydata'>;
type Membership = Pick<MyData, 'registrations' | 'invitations' | 'optOuts'>;

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** How a person joined the portal, and whether they opted out of a uniform. */
export async function getMembership(db: Db, person: Scope): Promise<Membership> {
  const { organisationId, customerId } = person;
  const [registrations, invitations, optOuts] = await Promise.all([
    db
      .selectFrom('registration')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('invitation')
      .select(['requested_at', 'sent_at'])
      .where('organisation_id', '=', organisationId)
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('opt_out')
      .select(['opted_out_at', 'undone_at'])
      .where('organisation_id', '=', organisationId)
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute(),
  ]);
  return {
    registrations: registrations.map((row) => ({
      state: row.state as Membership['registrations'][number]['state'],
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      employeeNumber: row.employee_number,
      poNumber: row.po_number,
      gender: row.gender,
      createdOnUtc: row.created_at.toISOString(),
      decidedOnUtc: iso(row.decided_at),
      rejectReason: row.reject_reason,
    })),
    invitations: invitations.map((row) => ({ requestedOnUtc: row.requested_at.toISOString(), sentOnUtc: iso(row.sent_at) })),
    optOuts: optOuts.map((row) => ({ optedOutOnUtc: row.opted_out_at.toISOString(), undoneOnUtc: iso(row.undone_at) })),
  };
}
