import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { createLink } from '#api/platform/mail/compose.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { cleanEmail } from '../emails/email.rules.ts';
import { enqueueAccessNotice, listCompanyNames } from './enqueue-operator-mails.ts';
import { findOperatorByEmail, getMailBrandId } from './operator-credentials.queries.ts';
import { OPERATOR_PASSWORD_PATH } from './operator-mails.ts';
import { revokeOperatorSessions } from './operator-sessions.queries.ts';
import {
  insertInvitedOperator,
  type NewOperator,
  OPERATOR_LINK_DAYS,
  type OperatorTeamDependencies,
  removeSecondFactor,
  sendOperatorLink,
} from './operator-team.actions.ts';
import { listActiveOperators, listBrandIds, listBrandsByName } from './operator-team.queries.ts';

/** Who acts on the command line, as the mails to operators say. */
const ADMINISTRATOR = 'an administrator of the server';

/**
 * Adds an operator from the command line of the server, for the brands with these keywords or for all, and mails the link for setting a password.
 * Returns the link and for how many days it is valid. Throws 409 and 422.
 */
export async function addOperatorFromServer(
  dependencies: OperatorTeamDependencies,
  input: { email: string; name: string; brands: readonly string[] | undefined; rights: readonly OperatorRight[] },
): Promise<{ link: string; validDays: number; brands: string[] }> {
  const { db } = dependencies;
  const all = await listBrandsByName(db, undefined);
  const unknown = input.brands?.filter((name) => !all.some((brand) => brand.name === name)) ?? [];
  const names = all.map(({ name }) => name).join(', ');
  if (all.length === 0) throw invalid('brand', 'The portal has no brand yet.');
  if (unknown.length > 0) throw invalid('brand', `There is no brand ${unknown.join(', ')}. The brands are ${names}.`);
  const brands = all.filter(({ name }) => input.brands?.includes(name) ?? true);
  return runInTransaction(db, async (tx) => {
    const brandIds = brands.map(({ id }) => id);
    const link = await addOperatorOfBrands(tx, dependencies, { ...input, brandIds });
    return { ...link, brands: brands.map((brand) => brand.name) };
  });
}

/** A link for setting a password, as the mail has it. */
export interface OperatorLink {
  link: string;
  validDays: number;
}

const toOperatorLink = async (tx: Tx, operatorId: number, token: string): Promise<OperatorLink> => {
  const mailBrandId = await getMailBrandId(tx, operatorId);
  const origin = (await listBrandsByName(tx, undefined)).find(({ id }) => id === mailBrandId)?.origin ?? '';
  return { link: createLink(origin)(OPERATOR_PASSWORD_PATH, { token }), validDays: OPERATOR_LINK_DAYS };
};

/** Adds an operator from the command line, and mails the link for setting a password. Throws 409 and 422. */
export async function addOperatorOfBrands(tx: Tx, dependencies: MailDependencies, input: NewOperator): Promise<OperatorLink> {
  const { operatorId, name, token } = await insertInvitedOperator(tx, dependencies, input);
  const brandIds = [...input.brandIds];
  const rights = [...input.rights];
  const after = { name, brandIds, rights };
  const notice = { event: 'operator-added' as const, subject: name, brands: await listCompanyNames(tx, brandIds), rights };
  await enqueueAccessNotice(tx, dependencies, { brandIds, by: ADMINISTRATOR, exceptId: operatorId }, notice);
  await recordSystemAuditEvent(tx, { action: 'operator.added', subjectId: String(operatorId), after });
  return toOperatorLink(tx, operatorId, token);
}

/** Mails an operator who has no password a new link for setting one, from the command line. Earlier links stop working. */
export async function renewOperatorLink(
  tx: Tx,
  dependencies: MailDependencies,
  operator: { operatorId: number; email: string; name: string },
): Promise<OperatorLink> {
  const token = await sendOperatorLink(tx, dependencies, operator, true);
  await recordSystemAuditEvent(tx, { action: 'operator.link_sent', subjectId: String(operator.operatorId) });
  return toOperatorLink(tx, operator.operatorId, token);
}

/**
 * Creates a link for a new password of an operator from the command line of the server, mails it to them, ends their sessions and tells the administrators of
 * their brands. The old password works until a new one is set, and the second factor remains. Throws 404, and 409 for a disabled operator.
 */
export async function resetPasswordFromServer(dependencies: OperatorTeamDependencies, email: string): Promise<OperatorLink> {
  return runInTransaction(dependencies.db, async (tx) => {
    const found = await findOperatorByEmail(tx, cleanEmail(email));
    const operator = (await listActiveOperators(tx)).find(({ operatorId }) => operatorId === found?.operatorId);
    if (!found) throw notFound('operator');
    if (!operator)
      throw new HttpError(409, { operator: ['This operator is disabled. Another operator enables the account first.'] });
    const { operatorId, name, hasPassword, brandIds } = operator;
    const token = await sendOperatorLink(tx, dependencies, operator, !hasPassword);
    await revokeOperatorSessions(tx, operatorId, 'password_set');
    const context = { brandIds, by: ADMINISTRATOR, exceptId: operatorId };
    await enqueueAccessNotice(tx, dependencies, context, { event: 'operator-link-sent', subject: name });
    await recordSystemAuditEvent(tx, { action: 'operator.link_sent', subjectId: String(operatorId) });
    return toOperatorLink(tx, operatorId, token);
  });
}

/**
 * Deletes an operator's second factor and recovery codes from the command line of the server, and ends their sessions; their next log-in sets up a new
 * app. Throws 404, and 409 when there is none.
 */
export async function resetSecondFactorFromServer(dependencies: OperatorTeamDependencies, email: string): Promise<void> {
  await runInTransaction(dependencies.db, async (tx) => {
    const operator = await findOperatorByEmail(tx, cleanEmail(email));
    if (!operator) throw notFound('operator');
    const brandIds = await listBrandIds(tx, operator.operatorId);
    await removeSecondFactor(tx, dependencies, { ...operator, brandIds }, ADMINISTRATOR);
    await recordSystemAuditEvent(tx, { action: 'operator.second_factor_reset', subjectId: String(operator.operatorId) });
  });
}
