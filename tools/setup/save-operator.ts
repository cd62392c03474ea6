import { addOperatorOfBrands, renewOperatorLink } from '#api/identity/operators/operator-commands.actions.ts';
import { listActiveOperators, replaceOperatorBrands } from '#api/identity/operators/operator-team.queries.ts';
import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { OPERATOR_RIGHTS } from '#contract/identity/operators/operator-rights.ts';
import type { SetupContext } from './setup-context.ts';

/** Adds the first operator of the brand and issues a link. An operator who is there already gets the brand; further ones are added on the page Team. */
export async function saveOperator({ tx, mails, setup, options, report }: SetupContext, brandId: number): Promise<void> {
  const email = setup.operator.email.trim();
  const name = setup.operator.name.trim();
  const operators = await listActiveOperators(tx);
  const found = operators.find((operator) => operator.email.toLowerCase() === email.toLowerCase());
  const add = (outcome: 'created' | 'changed' | 'unchanged' | 'kept', details: string[] = []) =>
    report.parts.push({ part: 'operator', subject: `${name}, ${email}`, outcome, details });
  if (!found) {
    const others = operators
      .filter(({ brandIds, rights }) => brandIds.includes(brandId) && rights.includes('administrator'))
      .map((operator) => operator.email);
    if (others.length > 0) {
      add('kept', [`The brand has the operator ${others.join(', ')} already, who adds others on the page Team.`]);
      return;
    }
    const link = await addOperatorOfBrands(tx, mails, { email, name, brandIds: [brandId], rights: OPERATOR_RIGHTS });
    report.links.push({ role: 'operator', email, ...link });
    add('created');
    return;
  }
  if (found.brandIds.includes(brandId)) add('unchanged');
  else {
    const brandIds = [...found.brandIds, brandId].toSorted((a, b) => a - b);
    await replaceOperatorBrands(tx, found.operatorId, brandIds);
    await recordSystemAuditEvent(tx, { action: 'operator.changed', subjectId: String(found.operatorId), after: { brandIds } });
    add('changed', ['Works for this brand too.']);
  }
  if (options.renewsLinks && !found.hasPassword)
    report.links.push({ role: 'operator', email: found.email, ...(await renewOperatorLink(tx, mails, found)) });
}
