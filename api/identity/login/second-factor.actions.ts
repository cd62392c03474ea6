import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, tooManyRequests } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isAdmin } from '#api/platform/http/scope.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import {
  confirmIdentity,
  confirmPassword,
  getCodeFailureKey,
  getSecretPurpose,
  type IdentityProof,
} from './confirm-identity.actions.ts';
import { recordFailure, resetFailures } from './failed-logins.queries.ts';
import {
  confirmSecret,
  deleteSecondFactor,
  findSecondFactorState,
  lockPendingSecret,
  revokeOtherSessions,
  savePendingSecret,
} from './second-factor.queries.ts';
import {
  enrolmentUri,
  findTimeStep,
  generateTotpSecret,
  hashRecoveryCode,
  newRecoveryCodes,
  normalizeCode,
} from './second-factor-codes.ts';
import { secondFactorChangedMail } from './second-factor-mails.ts';

/** What the calls about the caller's own second factor need. */
interface SecondFactorDependencies extends MailDependencies {
  db: Db;
}

const conflict = (message: string) => new HttpError(409, { secondFactor: [message] });

/** Whether the caller may have a second factor and has one, and how many recovery codes are left. */
export async function getSecondFactorStatus({ db }: SecondFactorDependencies, context: RequestContext) {
  const { onSince, recoveryCodesLeft } = await findSecondFactorState(db, context.caller);
  return {
    available: isAdmin(context.caller),
    on: onSince !== null,
    onSinceUtc: onSince?.toISOString() ?? null,
    recoveryCodesLeft,
  };
}

/**
 * Creates a secret that takes effect when a first code confirms it. Only for administrators, and with their password. Throws
 * 403, 409 when a second factor is on already, 422 and 429.
 */
export async function startSecondFactor(
  { db, vault }: SecondFactorDependencies,
  context: RequestContext,
  issuer: string,
  password: string,
) {
  const person = context.caller;
  if (!isAdmin(context.caller)) throw forbidden('Only administrators can use a second factor.');
  await confirmPassword(db, person, password);
  const secret = generateTotpSecret();
  if (!(await savePendingSecret(db, person, vault.seal(getSecretPurpose(person), secret))))
    throw conflict('Your second factor is already on.');
  return { secret, uri: enrolmentUri(secret, issuer, context.caller.email) };
}

/**
 * Switches the second factor on with a code of the new secret and ends the person's other sessions, which started without it.
 * The recovery codes are returned only here. Throws 409, 422 and 429.
 */
export async function confirmSecondFactor(
  { db, vault, jobs }: SecondFactorDependencies,
  context: RequestContext,
  requestId: string,
  code: string,
) {
  const person = context.caller;
  const failureKey = getCodeFailureKey(person);
  const wait = await recordFailure(db, failureKey);
  if (wait > 0) throw tooManyRequests(wait);
  const recoveryCodes = newRecoveryCodes();
  await runInTransaction(db, async (tx) => {
    const sealed = await lockPendingSecret(tx, person);
    if (!sealed) throw conflict('This setup has expired. Please start again.');
    const step = findTimeStep(vault.open(getSecretPurpose(person), sealed), normalizeCode(code), new Date());
    if (step === undefined) throw invalid('otp', 'This code is wrong. Please enter the code that your app shows now.');
    await confirmSecret(
      tx,
      person,
      step,
      recoveryCodes.map((code) => hashRecoveryCode(code) as Buffer),
    );
    await recordSecondFactorChange(tx, { vault, jobs }, context, requestId, true);
  });
  await resetFailures(db, failureKey);
  return { recoveryCodes };
}

/**
 * Switches the second factor off and ends the person's other sessions. Takes their password and a code, so that neither a stolen
 * session nor a stolen password is enough. Throws 409, 422 and 429.
 */
export async function disableSecondFactor(
  { db, vault, jobs }: SecondFactorDependencies,
  context: RequestContext,
  requestId: string,
  proof: IdentityProof,
) {
  const person = context.caller;
  if ((await findSecondFactorState(db, person)).onSince === null) throw conflict('Your second factor is not on.');
  await confirmIdentity({ db, vault }, person, proof);
  await runInTransaction(db, async (tx) => {
    if (!(await deleteSecondFactor(tx, person))) throw conflict('Your second factor is not on.');
    await recordSecondFactorChange(tx, { vault, jobs }, context, requestId, false);
  });
}

async function recordSecondFactorChange(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  requestId: string,
  on: boolean,
): Promise<void> {
  const { caller, sessionId } = context;
  await revokeOtherSessions(tx, caller, sessionId, on ? 'second_factor_on' : 'second_factor_off');
  await recordAuditEvent(tx, context, {
    action: on ? 'second_factor.on' : 'second_factor.off',
    subjectId: String(caller.customerId),
    requestId,
  });
  await enqueueMail(tx, dependencies, secondFactorChangedMail, {
    organisationId: caller.organisationId,
    brandId: caller.brandId,
    recipient: caller.email,
    data: { firstName: caller.firstName, on },
  });
}
