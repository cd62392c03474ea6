import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { listOptOutRecipients, markOptOutsUndone } from './opt-out-change.queries.ts';
import { optOutConfirmedMail } from './opt-out-mails.ts';
import type { PlannedChange } from './planned-change.rules.ts';

/**
 * Completes the changes with which an administrator opts people out or undoes their opt-out: the people who are opted out are mailed,
 * and links with which the others opted out stop confirming it. Call it after the changes are written.
 */
export async function completeOptOutChanges(
  tx: Tx,
  mailDependencies: MailDependencies,
  caller: Scope,
  people: readonly { customerId: number; planned: Pick<PlannedChange, 'columns'> }[],
): Promise<void> {
  const changed = people.filter(({ planned }) => 'wardrobe_opt_out_at' in planned.columns);
  const idsWhere = (isOut: boolean) =>
    changed.filter(({ planned }) => (planned.columns.wardrobe_opt_out_at !== null) === isOut).map(({ customerId }) => customerId);
  const [out, back] = [idsWhere(true), idsWhere(false)];
  if (back.length > 0) await markOptOutsUndone(tx, caller, back);
  if (out.length === 0) return;
  for (const { email, firstName, organisationName } of await listOptOutRecipients(tx, caller, out))
    await enqueueMail(tx, mailDependencies, optOutConfirmedMail, {
      organisationId: caller.organisationId,
      brandId: caller.brandId,
      recipient: email,
      data: { firstName, organisationName, byAdministrator: true },
    });
}
