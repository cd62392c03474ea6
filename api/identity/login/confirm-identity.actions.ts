import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { invalid, OAuthError, tooManyRequests } from '#api/platform/http/errors.ts';
import { passwordMatches } from '../passwords/password-hashing.ts';
import { getFailureKey, recordFailure, resetFailures } from './failed-logins.queries.ts';
import { tooManyAttempts } from './login-throttle.ts';
import {
  consumeRecoveryCode,
  consumeTimeStep,
  type FactorOwner,
  findOwnPassword,
  findTotpSecret,
} from './second-factor.queries.ts';
import { findTimeStep, hashRecoveryCode, normalizeCode } from './second-factor-codes.ts';

/** The encryption purpose of an owner's secret, so that no other row can hold the ciphertext. */
export const getSecretPurpose = (owner: FactorOwner) =>
  'operatorId' in owner ? `operator-second-factor:${owner.operatorId}` : `second-factor:${owner.customerId}`;

const toKeyParts = (owner: FactorOwner) =>
  'operatorId' in owner ? ['operator', owner.operatorId] : [owner.organisationId, owner.customerId];
/** The key under which wrong codes of an owner are counted. */
export const getCodeFailureKey = (owner: FactorOwner) => getFailureKey('second factor', ...toKeyParts(owner));

/**
 * Whether the code is an unused recovery code, or an unused code of the owner's authenticator app for the current time step or one
 * next to it. A valid code is then used up. The attempt is counted before it is checked. Throws OAuth 429 after too many attempts.
 */
export async function verifySecondFactorCode(
  db: Db,
  vault: Vault,
  owner: FactorOwner,
  sealed: Buffer,
  code: string,
): Promise<boolean> {
  const failureKey = getCodeFailureKey(owner);
  const wait = await recordFailure(db, failureKey);
  if (wait > 0) throw tooManyAttempts(wait);
  const step = findTimeStep(vault.open(getSecretPurpose(owner), sealed), normalizeCode(code), new Date());
  const recovery = hashRecoveryCode(code);
  const isRight =
    step !== undefined
      ? await consumeTimeStep(db, owner, step)
      : recovery !== undefined && (await consumeRecoveryCode(db, owner, recovery));
  if (isRight) await resetFailures(db, failureKey);
  return isRight;
}

/** The password queue and the count of codes throw OAuth errors for the login; other calls use the standard form. */
const toStandardError = (error: unknown): never => {
  throw error instanceof OAuthError ? tooManyRequests(Number(error.headers['retry-after'] ?? 2)) : error;
};

/** Checks the caller's password. Throws 422 when it is wrong, 429 after too many wrong ones. */
export async function confirmPassword(db: Db, owner: FactorOwner, password: string, field = 'password'): Promise<void> {
  const failureKey = getFailureKey('own password', ...toKeyParts(owner));
  const wait = await recordFailure(db, failureKey);
  if (wait > 0) throw tooManyRequests(wait);
  const stored = await findOwnPassword(db, owner);
  if (!(await passwordMatches(stored, password).catch(toStandardError))) throw invalid(field, 'The password is not correct.');
  await resetFailures(db, failureKey);
}

/** What callers send to prove that they are the owner of their session. */
export interface IdentityProof {
  password?: string | null | undefined;
  /** A code of the authenticator app or a recovery code; required when the caller has a second factor. */
  otp?: string | null | undefined;
}

/** The proof beside other properties of a request, as `callerProof` in the contract declares it. */
export interface CallerProof {
  callerPassword?: string | null | undefined;
  callerOtp?: string | null | undefined;
}

/** `confirmIdentity` for a proof beside other properties of a request, whose names the errors have. */
export const confirmCaller = (
  dependencies: { db: Db; vault: Vault },
  caller: FactorOwner,
  { callerPassword, callerOtp }: CallerProof,
): Promise<void> =>
  confirmIdentity(
    dependencies,
    caller,
    { password: callerPassword, otp: callerOtp },
    { password: 'callerPassword', otp: 'callerOtp' },
  );

/**
 * Checks that a request comes from the caller and not from someone who only has their session: by their password and, when they
 * have a second factor, a code. Call it outside a transaction, because failed attempts must stay counted. Throws 422 with the field
 * that is missing or wrong, and 429 after too many wrong ones.
 */
export async function confirmIdentity(
  { db, vault }: { db: Db; vault: Vault },
  caller: FactorOwner,
  { password, otp }: IdentityProof,
  fields: Record<keyof IdentityProof, string> = { password: 'password', otp: 'otp' },
): Promise<void> {
  if (!password) throw invalid(fields.password, 'Please enter your own password.');
  await confirmPassword(db, caller, password, fields.password);
  const sealed = await findTotpSecret(db, caller);
  if (!sealed) return;
  if (!otp) throw invalid(fields.otp, 'Please enter the code that your authenticator app shows.');
  if (!(await verifySecondFactorCode(db, vault, caller, sealed, otp).catch(toStandardError)))
    throw invalid(
      fields.otp,
      'This code is wrong or has already been used. Please enter the code that your authenticator app shows now, or an unused recovery code.',
    );
}
