import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound, unauthorised } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { OPERATOR_RIGHTS, type OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { parseEmail } from '../emails/email.rules.ts';
import { type CallerProof, confirmCaller } from '../login/confirm-identity.actions.ts';
import {
  enqueueAccessChangedMail,
  enqueueAccessNotice,
  enqueueOperatorInvitation,
  listCompanyNames,
} from './enqueue-operator-mails.ts';
import { cancelOperatorLinks, deleteOperatorFactor, issueOperatorLink } from './operator-credentials.queries.ts';
import { revokeOperatorSessions } from './operator-sessions.queries.ts';
import {
  type CallerAccess,
  findTeamMember,
  insertOperator,
  type ListedOperator,
  lockCaller,
  lockTeam,
  type OperatorRecipient,
  replaceOperatorBrands,
  updateOperator,
} from './operator-team.queries.ts';

/** What the calls about the team need. */
export type OperatorTeamDependencies = Pick<ServerDependencies, 'db' | 'jobs' | 'vault'>;

/** How long a link for setting a password is valid. */
export const OPERATOR_LINK_DAYS = 7;

const NO_BRAND = { organisationId: null, brandId: null };
const conflict = (message: string) => new HttpError(409, { operator: [message] });

const notAllowed = () => forbidden('Your rights do not include this. Ask an administrator of your brands.');

function requireAdministrator(caller: CallerAccess | undefined): CallerAccess {
  if (!caller) throw unauthorised();
  if (!caller.rights.includes('administrator')) throw notAllowed();
  return caller;
}

/**
 * Checks that the operator is still an administrator, until the transaction ends, and returns what they may give. Throws 401 when they have been
 * disabled since the request began, and 403 when they have lost the right.
 */
export const lockAdministrator = async (tx: Tx, operator: OperatorScope): Promise<CallerAccess> =>
  requireAdministrator(await lockCaller(tx, operator));

/** Throws 403 unless all these brands are among the caller's own. */
export function checkOwnBrands(caller: CallerAccess, brandIds: readonly number[]): void {
  if (!brandIds.every((id) => caller.brandIds.includes(id))) throw forbidden('You can only give access to brands of your own.');
}

function checkOwnRights(caller: CallerAccess, rights: readonly OperatorRight[]): void {
  if (!rights.every((right) => caller.rights.includes(right)))
    throw forbidden('You can only give rights that you have yourself.');
}

/** Locks all operators, and returns the caller and the operator with this id. Throws 401, 403 and 404. */
async function lockTeamMember(tx: Tx, operator: OperatorScope, id: number) {
  const caller = requireAdministrator(await lockTeam(tx, operator));
  const found = await findTeamMember(tx, caller, id);
  if (!found) throw notFound('operator');
  return { caller, found };
}

/** The ids of an operator's brands. */
const toBrandIds = ({ brands }: ListedOperator) => brands.map((brand) => brand.id);

const sortRights = (rights: readonly OperatorRight[]) => OPERATOR_RIGHTS.filter((right) => rights.includes(right));

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

/** What an operator is added with. */
export interface NewOperator {
  email: string;
  name: string;
  brandIds: readonly number[];
  rights: readonly OperatorRight[];
}

/** Adds an operator without a password and mails the link for setting one. Returns the id and the secret of the link. Throws 409 and 422. */
export async function insertInvitedOperator(
  tx: Tx,
  dependencies: MailDependencies,
  input: NewOperator,
): Promise<{ operatorId: number; name: string; token: string }> {
  const email = parseEmail(input.email);
  const name = input.name.trim();
  if (name === '') throw invalid('name', 'Name is required.');
  const operatorId = await insertOperator(tx, { email, name, rights: sortRights(input.rights) });
  if (operatorId === undefined) throw conflict('There is an operator with this email address already.');
  await replaceOperatorBrands(tx, operatorId, input.brandIds);
  return { operatorId, name, token: await sendOperatorLink(tx, dependencies, { operatorId, email, name }, true) };
}

/**
 * Adds an operator for some of one's own brands, with some of one's own rights, mails a link for setting a password, and tells the administrators of
 * the brands. Throws 401, 403, 409 and 422.
 */
export async function addOperator(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  input: NewOperator & CallerProof,
  requestId: string,
): Promise<number> {
  await confirmCaller(dependencies, { operatorId: operator.id }, input);
  return runInTransaction(dependencies.db, async (tx) => {
    const caller = await lockAdministrator(tx, operator);
    checkOwnBrands(caller, input.brandIds);
    checkOwnRights(caller, input.rights);
    const { operatorId, name } = await insertInvitedOperator(tx, dependencies, input);
    const brandIds = [...new Set(input.brandIds)];
    const rights = sortRights(input.rights);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'operator.added',
      subjectId: String(operatorId),
      after: { name, brandIds, rights },
      requestId,
    });
    const brands = await listCompanyNames(tx, brandIds);
    const notice = { event: 'operator-added' as const, subject: name, brands, rights };
    await enqueueAccessNotice(tx, dependencies, { brandIds, by: operator.name }, notice);
    return operatorId;
  });
}

/** Name, brands, rights and access of an operator, for comparing and for the audit log. */
interface MemberState {
  name: string;
  brandIds: number[];
  rights: OperatorRight[];
  disabled: boolean;
}

/** Tells the operator and the administrators of the brands what has changed of the operator's access. */
async function announceChange(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { id, email }: ListedOperator,
  before: MemberState,
  after: MemberState,
): Promise<void> {
  const recipient = { operatorId: id, email, name: after.name };
  const context = { brandIds: [...new Set([...before.brandIds, ...after.brandIds])], by: operator.name, exceptId: id };
  if (before.disabled !== after.disabled) {
    const change = after.disabled ? ('disabled' as const) : ('enabled' as const);
    await enqueueAccessChangedMail(tx, dependencies, recipient, change, operator.name);
    await enqueueAccessNotice(tx, dependencies, context, { event: `operator-${change}`, subject: after.name });
  }
  if (!changesAccess(before, after)) return;
  const access = { brands: await listCompanyNames(tx, after.brandIds), rights: after.rights };
  await enqueueAccessChangedMail(tx, dependencies, recipient, 'access', operator.name, access);
  await enqueueAccessNotice(tx, dependencies, context, { event: 'operator-changed', subject: after.name, ...access });
}

const changesAccess = (before: MemberState, after: MemberState) =>
  String(before.brandIds) !== String(after.brandIds) || String(before.rights) !== String(after.rights);

/**
 * Changes the name, the brands, the rights and the access of an operator. Other brands, other rights and enabling take the caller's proof of identity;
 * disabling does not, because it has to be quick. One can neither disable oneself nor change one's own brands and rights, and the caller's are
 * read again once all operators are locked: so an administrator of the same brands always remains. Throws 401, 403, 404, 409, 422 and 429.
 */
export async function changeOperator(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  id: number,
  input: Omit<NewOperator, 'email'> & { disabled: boolean } & CallerProof,
  requestId: string,
): Promise<void> {
  const name = input.name.trim();
  if (name === '') throw invalid('name', 'Name is required.');
  const isConfirmed = Boolean(input.callerPassword);
  if (isConfirmed) await confirmCaller(dependencies, { operatorId: operator.id }, input);
  await runInTransaction(dependencies.db, async (tx) => {
    const { caller, found } = await lockTeamMember(tx, operator, id);
    const before = { name: found.name, brandIds: toBrandIds(found), rights: sortRights(found.rights), disabled: found.disabled };
    const after = {
      name,
      brandIds: [...new Set(input.brandIds)].toSorted((a, b) => a - b),
      rights: sortRights(input.rights),
      disabled: input.disabled,
    };
    checkOwnBrands(caller, after.brandIds);
    checkOwnRights(
      caller,
      after.rights.filter((right) => !before.rights.includes(right)),
    );
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    if (id === operator.id && (after.disabled || changesAccess(before, after)))
      throw conflict('You cannot change your own brands and rights or disable your own account. Ask another administrator.');
    if (!isConfirmed && (changesAccess(before, after) || (before.disabled && !after.disabled)))
      throw invalid('callerPassword', 'Please enter your own password to change what an operator may do.');
    await updateOperator(tx, id, after);
    await replaceOperatorBrands(tx, id, after.brandIds);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'operator.changed',
      subjectId: String(id),
      before,
      after,
      requestId,
    });
    if (after.disabled && !before.disabled) {
      await revokeOperatorSessions(tx, id, 'operator_disabled');
      await cancelOperatorLinks(tx, id);
    }
    await announceChange(tx, dependencies, operator, found, before, after);
  });
}

/**
 * Mails an operator a new link for setting a password, and tells the administrators of the brands. Throws 401, 403, 404, 409 for a disabled operator, 422
 * and 429.
 */
export async function resendOperatorLink(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  id: number,
  proof: CallerProof,
  requestId: string,
): Promise<void> {
  await confirmCaller(dependencies, { operatorId: operator.id }, proof);
  await runInTransaction(dependencies.db, async (tx) => {
    const { found } = await lockTeamMember(tx, operator, id);
    const { email, name, disabled, hasPassword } = found;
    if (disabled) throw conflict('This operator is disabled. Enable the account first.');
    await sendOperatorLink(tx, dependencies, { operatorId: id, email, name }, !hasPassword);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, { action: 'operator.link_sent', subjectId: String(id), requestId });
    const context = { brandIds: toBrandIds(found), by: operator.name, exceptId: id };
    await enqueueAccessNotice(tx, dependencies, context, { event: 'operator-link-sent', subject: name });
  });
}

/**
 * Deletes an operator's second factor with the recovery codes and passkeys, ends their sessions, and mails it to them and to the administrators of the
 * brands; `by` says who did it. Throws 409 for an operator without a second factor.
 */
export async function removeSecondFactor(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: OperatorRecipient & { brandIds: readonly number[] },
  by: string,
): Promise<void> {
  const { operatorId, name, brandIds } = recipient;
  if (!(await deleteOperatorFactor(tx, operatorId))) throw conflict('This operator has no second factor at the moment.');
  await revokeOperatorSessions(tx, operatorId, 'second_factor_reset');
  await enqueueAccessChangedMail(tx, dependencies, recipient, 'second-factor-reset', by);
  const context = { brandIds, by, exceptId: operatorId };
  await enqueueAccessNotice(tx, dependencies, context, { event: 'operator-factor-reset', subject: name });
}

/**
 * Deletes another operator's second factor and recovery codes and ends their sessions; their next log-in sets up a new app. Throws 401, 403, 404, 409 for
 * oneself and for an operator without a second factor, 422 and 429.
 */
export async function resetSecondFactor(
  dependencies: OperatorTeamDependencies,
  operator: OperatorScope,
  id: number,
  proof: CallerProof,
  requestId: string,
): Promise<void> {
  if (id === operator.id)
    throw conflict('You cannot reset your own second factor. Replace your authenticator app in your account.');
  await confirmCaller(dependencies, { operatorId: operator.id }, proof);
  await runInTransaction(dependencies.db, async (tx) => {
    const { found } = await lockTeamMember(tx, operator, id);
    const { email, name } = found;
    await removeSecondFactor(tx, dependencies, { operatorId: id, email, name, brandIds: toBrandIds(found) }, operator.name);
    await recordOperatorAuditEvent(tx, operator, NO_BRAND, {
      action: 'operator.second_factor_reset',
      subjectId: String(id),
      requestId,
    });
  });
}
