import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound, unauthorised } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { parseEmail } from '../emails/email.rules.ts';
import { enqueueAccessChangedMail, enqueueFactorResetConfirmation, enqueueOperatorInvitation } from './enqueue-operator-mails.ts';
import { cancelOperatorLinks, deleteOperatorFactor, getOperator, issueOperatorLink } from './operator-credentials.queries.ts';
import { revokeOperatorSessions } from './operator-sessions.queries.ts';
import {
  insertOperator,
  type ListedOperator,
  lockCaller,
  lockTeamMember,
  replaceOperatorBrands,
  updateOperator,
} from './operator-team.queries.ts';

/** What the calls about the team need. */
export type OperatorTeamDependencies = Pick<ServerDependencies, 'db' | 'jobs' | 'vault'>;

/** How long a link for setting a password is valid. */
export const OPERATOR_LINK_DAYS = 7;

const NO_BRAND = { organisationId: null, brandId: null };
const conflict = (message: string) => new HttpError(409, { operator: [message] });

/** Throws 403 unless all these brands are among the operator's own. */
function checkOwnBrands(own: readonly number[], brandIds: readonly number[]): void {
  if (!brandIds.every((id) => own.includes(id))) throw forbidden('You can only give access to brands of your own.');
}

/**
 * Checks that the operator may give access to these brands, until the transaction ends. Throws 401 when they have been disabled since the request
 * began, and 403 when not all of the brands are their own.
 */
export async function lockOwnBrands(tx: Tx, operator: OperatorScope, brandIds: readonly number[]): Promise<void> {
  const own = await lockCaller(tx, operator);
  if (!own) throw unauthorised();
  checkOwnBrands(own, brandIds);
}

async function requireTeamMember(tx: Tx, operator: OperatorScope, id: number): Promise<ListedOperator> {
  const found = await lockTeamMember(tx, operator, id);
  if (!found) throw notFound('operator');
  return found;
}

/** Creates a link for setting a password, the first one of an operator who is new, and mails it. Returns its secret. */
export async function sendOperatorLink(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: { operatorId: number; email: string; name: string },
  isNew: boolean,
): Promise<string> {
  const token = await issueOperatorLink(tx, recipient.operatorId, OPERATOR_LINK_DAYS);
  await enqueueOperatorInvitation(tx, dependencies, recipient, { token, validDays: OPERATOR_LINK_DAYS, isNew });
  return token;
}

/** Adds an operator without a password and mails the link for setting one. Returns the id and the secret of the link. Throws 409 and 422. */
export async function insertInvitedOperator(
  tx: Tx,
  dependencies: MailDependencies,
  input: { email: string; name: string; brandIds: readonly number[] },
): Promise<{ operatorId: number; name: string; token: string }> {
  const email = parseEmail(input.email);
  const name = input.name.trim();
  if (name === '') throw invalid('name', 'Name is required.');
  const operatorId = await insertOperator(tx, { email, name });
  if (operatorId === undefined) throw conflict('There is an operator with this email address already.');
  await replaceOperatorBrands(tx, operatorId, input.brandIds);
  return { operatorId, name, token: await sendOperatorLink(tx, dependencies, { operatorId, email, name }, true) };
}

/** Adds an operator for some of one's own brands and mails a link for setting a password. Throws 401, 403, 409 and 422. */
export async function addOperator(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  input: { email: string; name: string; brandIds: readonly number[] },
  requestId: string,
): Promise<number> {
  return runInTransaction(dependencies.db, async (tx) => {
    await lockOwnBrands(tx, operator, input.brandIds);
    const { operatorId, name } = await insertInvitedOperator(tx, dependencies, input);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'operator.added',
      subjectId: String(operatorId),
      after: { name, brandIds: [...input.brandIds] },
      requestId,
    });
    return operatorId;
  });
}

/**
 * Changes the name, the brands and the access of an operator. One cannot disable oneself or change one's own brands, so that someone
 * can always log in. Throws 403, 404 and 409.
 */
export async function changeOperator(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  id: number,
  input: { name: string; brandIds: readonly number[]; disabled: boolean },
  requestId: string,
): Promise<void> {
  checkOwnBrands(operator.brandIds, input.brandIds);
  const name = input.name.trim();
  if (name === '') throw invalid('name', 'Name is required.');
  await runInTransaction(dependencies.db, async (tx) => {
    const found = await requireTeamMember(tx, operator, id);
    const before = { name: found.name, brandIds: found.brands.map((brand) => brand.id), disabled: found.disabled };
    const after = { name, brandIds: [...new Set(input.brandIds)].toSorted((a, b) => a - b), disabled: input.disabled };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const changesBrands = String(before.brandIds) !== String(after.brandIds);
    if (id === operator.id && (after.disabled || changesBrands))
      throw conflict('You cannot change your own brands or disable your own account. Ask another operator.');
    await updateOperator(tx, id, after);
    await replaceOperatorBrands(tx, id, after.brandIds);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'operator.changed',
      subjectId: String(id),
      before,
      after,
      requestId,
    });
    if (before.disabled === after.disabled) return;
    if (after.disabled) {
      await revokeOperatorSessions(tx, id, 'operator_disabled');
      await cancelOperatorLinks(tx, id);
    }
    const recipient = { operatorId: id, email: found.email, name };
    await enqueueAccessChangedMail(tx, dependencies, recipient, after.disabled ? 'disabled' : 'enabled', operator.name);
  });
}

/** Mails an operator a new link for setting a password. Throws 404, and 409 for a disabled operator. */
export async function resendOperatorLink(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  id: number,
  requestId: string,
): Promise<void> {
  await runInTransaction(dependencies.db, async (tx) => {
    const { email, name, disabled, hasPassword } = await requireTeamMember(tx, operator, id);
    if (disabled) throw conflict('This operator is disabled. Enable the account first.');
    await sendOperatorLink(tx, dependencies, { operatorId: id, email, name }, !hasPassword);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, { action: 'operator.link_sent', subjectId: String(id), requestId });
  });
}

/**
 * Deletes an operator's second factor with the recovery codes and passkeys, ends their sessions and mails it to them; `by` says who did it. Throws 409 for an
 * operator without a second factor.
 */
export async function removeSecondFactor(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: { operatorId: number; email: string; name: string },
  by: string,
): Promise<void> {
  if (!(await deleteOperatorFactor(tx, recipient.operatorId)))
    throw conflict('This operator has no second factor at the moment.');
  await revokeOperatorSessions(tx, recipient.operatorId, 'second_factor_reset');
  await enqueueAccessChangedMail(tx, dependencies, recipient, 'second-factor-reset', by);
}

/**
 * Deletes another operator's second factor and recovery codes and ends their sessions; their next log-in sets up a new app. Both get a
 * mail. Throws 404, and 409 for oneself and for an operator without a second factor.
 */
export async function resetSecondFactor(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  id: number,
  requestId: string,
): Promise<void> {
  if (id === operator.id)
    throw conflict('You cannot reset your own second factor. Replace your authenticator app in your account.');
  await runInTransaction(dependencies.db, async (tx) => {
    const { email, name } = await requireTeamMember(tx, operator, id);
    await removeSecondFactor(tx, dependencies, { operatorId: id, email, name }, operator.name);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'operator.second_factor_reset',
      subjectId: String(id),
      requestId,
    });
    await enqueueFactorResetConfirmation(tx, dependencies, await getOperator(tx, operator.id), name);
  });
}
