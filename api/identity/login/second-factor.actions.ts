import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { forbidden, HttpError, invalid, OAuthError, tooManyRequests } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isAdmin } from '#api/platform/http/scope.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { passwordMatches } from '../passwords/password-hashing.ts';
import { getFailureKey, recordFailure, resetFailures } from './failed-logins.queries.ts';
import { tooManyAttempts } from './login-throttle.ts';
import {
  confirmSecret,
  consumeRecoveryCode,
  consumeTimeStep,
  deleteSecondFactor,
  findOwnPassword,
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

interface Person {
  organisationId: number;
  customerId: number;
}

/** The encryption purpose of a person's secret, so that no other row can hold the ciphertext. */
const sealPurposeOf = ({ customerId }: Person) => `second-factor:${customerId}`;
const failureKeyOf = ({ organisationId, customerId }: Person) => getFailureKey('second factor', organisationId, customerId);

/**
 * Whether the code is an unused recovery code, or an unused code of the person's authenticator app for the current time step or one
 * next to it. A valid code is then used up. The attempt is counted before it is checked. Throws OAuth 429 after too many attempts.
 */
export async function verifySecondFactorCode(
  db: Db,
  vault: Vault,
  person: Person,
  sealed: Buffer,
  code: string,
): Promise<boolean> {
  const failureKey = failureKeyOf(person);
  const wait = await recordFailure(db, failureKey);
  if (wait > 0) throw tooManyAttempts(wait);
  const step = findTimeStep(vault.open(sealPurposeOf(person), sealed), normalizeCode(code), new Date());
  const recovery = hashRecoveryCode(code);
  const isRight =
    step !== undefined
      ? await consumeTimeStep(db, person, step)
      : recovery !== undefined && (await consumeRecoveryCode(db, person, recovery));
  if (isRight) await resetFailures(db, failureKey);
  return isRight;
}

/** What the calls about the caller's own second factor need. */
interface SecondFactorDependencies extends MailDependencies {
  db: Db;
}

/** Checks the caller's password. Throws 422 when it is wrong, 429 after too many wrong ones. */
async function confirmPassword(db: Db, person: Person, password: string): Promise<void> {
  const failureKey = getFailureKey('own password', person.organisationId, person.customerId);
  const wait = await recordFailure(db, failureKey);
  if (wait > 0) throw tooManyRequests(wait);
  const stored = await findOwnPassword(db, person);
  const matches = await passwordMatches(stored, password).catch((error: unknown) => {
    // The hashing queue throws OAuth errors for the login; this call uses the standard form.
    throw error instanceof OAuthError ? tooManyRequests(2) : error;
  });
  if (!matches) throw invalid('password', 'The password is not correct.');
  await resetFailures(db, failureKey);
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
  if (!(await savePendingSecret(db, person, vault.seal(sealPurposeOf(person), secret))))
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
  const failureKey = failureKeyOf(person);
  const wait = await recordFailure(db, failureKey);
  if (wait > 0) throw tooManyRequests(wait);
  const recoveryCodes = newRecoveryCodes();
  await runInTransaction(db, async (tx) => {
    const sealed = await lockPendingSecret(tx, person);
    if (!sealed) throw conflict('This setup has expired. Please start again.');
    const step = findTimeStep(vault.open(sealPurposeOf(person), sealed), normalizeCode(code), new Date());
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

/** Switches the second factor off, with the person's password, and ends their other sessions. Throws 409, 422 and 429. */
export async function disableSecondFactor(
  { db, vault, jobs }: SecondFactorDependencies,
  context: RequestContext,
  requestId: string,
  password: string,
) {
  const person = context.caller;
  await confirmPassword(db, person, password);
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
  await revokeOtherSessions(tx, caller, sessionId, `the second factor was switched ${on ? 'on' : 'off'}`);
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
