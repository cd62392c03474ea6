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

/** A secret opens for its own person alone. */
const purposeOf = ({ customerId }: Person) => `second-factor:${customerId}`;
const guessesOf = ({ organisationId, customerId }: Person) => getFailureKey('second factor', organisationId, customerId);

/**
 * Whether the code is one of the person's authenticator app, of this step or one beside it and not used before, or an
 * unused recovery code; it is used up by that. Counted before it is looked at: throws OAuth 429.
 */
export async function verifySecondFactorCode(
  db: Db,
  vault: Vault,
  person: Person,
  sealed: Buffer,
  typed: string,
): Promise<boolean> {
  const guesses = guessesOf(person);
  const wait = await recordFailure(db, guesses);
  if (wait > 0) throw tooManyAttempts(wait);
  const step = findTimeStep(vault.open(purposeOf(person), sealed), normalizeCode(typed), new Date());
  const recovery = hashRecoveryCode(typed);
  const isRight =
    step !== undefined
      ? await consumeTimeStep(db, person, step)
      : recovery !== undefined && (await consumeRecoveryCode(db, person, recovery));
  if (isRight) await resetFailures(db, guesses);
  return isRight;
}

/** What the calls about one's own second factor take. */
interface SecondFactorDependencies extends MailDependencies {
  db: Db;
}

/** Asks for the password again. Throws 422 when it is wrong, 429 when it was guessed at too often. */
async function confirmPassword(db: Db, person: Person, password: string): Promise<void> {
  const guesses = getFailureKey('own password', person.organisationId, person.customerId);
  const wait = await recordFailure(db, guesses);
  if (wait > 0) throw tooManyRequests(wait);
  const stored = await findOwnPassword(db, person);
  const matches = await passwordMatches(stored, password).catch((error: unknown) => {
    // The queue for hashing speaks OAuth, for the log-in.
    throw error instanceof OAuthError ? tooManyRequests(2) : error;
  });
  if (!matches) throw invalid('password', 'The password is not correct.');
  await resetFailures(db, guesses);
}

const conflict = (message: string) => new HttpError(409, { secondFactor: [message] });

export async function getSecondFactorStatus({ db }: SecondFactorDependencies, context: RequestContext) {
  const { onSince, recoveryCodesLeft } = await findSecondFactorState(db, context.caller);
  return {
    available: isAdmin(context.caller),
    on: onSince !== null,
    onSinceUtc: onSince?.toISOString() ?? null,
    recoveryCodesLeft,
  };
}

/** Gives out a new secret that does not count yet. For administrators, who give their password again. */
export async function startSecondFactor(
  { db, vault }: SecondFactorDependencies,
  context: RequestContext,
  issuer: string,
  password: string,
) {
  const person = context.caller;
  if (!isAdmin(context.caller)) throw forbidden('A second factor is for administrators.');
  await confirmPassword(db, person, password);
  const secret = generateTotpSecret();
  if (!(await savePendingSecret(db, person, vault.seal(purposeOf(person), secret))))
    throw conflict('Your second factor is switched on already.');
  return { secret, uri: enrolmentUri(secret, issuer, context.caller.email) };
}

/**
 * Switches the second factor on with a code of the new secret, and ends the person's other sessions, which were opened
 * without it. The recovery codes are told this once.
 */
export async function confirmSecondFactor(
  { db, vault, jobs }: SecondFactorDependencies,
  context: RequestContext,
  requestId: string,
  typed: string,
) {
  const person = context.caller;
  const guesses = guessesOf(person);
  const wait = await recordFailure(db, guesses);
  if (wait > 0) throw tooManyRequests(wait);
  const recoveryCodes = newRecoveryCodes();
  await runInTransaction(db, async (tx) => {
    const sealed = await lockPendingSecret(tx, person);
    if (!sealed) throw conflict('This took too long. Please start again.');
    const step = findTimeStep(vault.open(purposeOf(person), sealed), normalizeCode(typed), new Date());
    if (step === undefined) throw invalid('otp', 'This code is not right. Please enter the one that your app shows now.');
    await confirmSecret(
      tx,
      person,
      step,
      recoveryCodes.map((code) => hashRecoveryCode(code) as Buffer),
    );
    await noteChange(tx, { vault, jobs }, context, requestId, true);
  });
  await resetFailures(db, guesses);
  return { recoveryCodes };
}

/** Switches the second factor off, for whoever gives the password again, and ends the person's other sessions. */
export async function disableSecondFactor(
  { db, vault, jobs }: SecondFactorDependencies,
  context: RequestContext,
  requestId: string,
  password: string,
) {
  const person = context.caller;
  await confirmPassword(db, person, password);
  await runInTransaction(db, async (tx) => {
    if (!(await deleteSecondFactor(tx, person))) throw conflict('Your second factor is not switched on.');
    await noteChange(tx, { vault, jobs }, context, requestId, false);
  });
}

async function noteChange(
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
