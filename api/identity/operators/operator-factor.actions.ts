import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { HttpError, invalid, tooManyRequests } from '#api/platform/http/errors.ts';
import { getCodeFailureKey, getSecretPurpose } from '../login/confirm-identity.actions.ts';
import { recordFailure, resetFailures } from '../login/failed-logins.queries.ts';
import {
  enrolmentUri,
  findTimeStep,
  generateTotpSecret,
  hashRecoveryCode,
  newRecoveryCodes,
  normalizeCode,
} from '../login/second-factor-codes.ts';
import { replaceOperatorRecoveryCodes, saveOperatorFactor } from './operator-credentials.queries.ts';

const SETUP_TTL_MS = 15 * 60_000;
/** The name under which authenticator apps list the account, and devices the passkeys. */
export const OPERATOR_ISSUER = 'Livery operator';

/** A secret that has not been confirmed. The client holds it, sealed, so that an abandoned setup leaves nothing behind. */
interface FactorSetup {
  secret: string;
  /** The version of the second factor that it replaces; null for the first one. */
  replaces: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const getSetupPurpose = (operatorId: number) => `operator-factor-setup:${operatorId}`;

const expired = () => new HttpError(409, { secondFactor: ['This setup has expired. Please start again.'] });

/** A new secret of an operator, which takes effect when a first code confirms it within 15 minutes. */
export function createFactorSetup(
  vault: Vault,
  { operatorId, email }: { operatorId: number; email: string },
  replaces: string | null,
): { secret: string; uri: string; setup: string } {
  const secret = generateTotpSecret();
  const setup: FactorSetup = { secret, replaces, expiresAt: Date.now() + SETUP_TTL_MS };
  return {
    secret,
    uri: enrolmentUri(secret, OPERATOR_ISSUER, email),
    setup: vault.seal(getSetupPurpose(operatorId), JSON.stringify(setup)).toString('base64url'),
  };
}

function openSetup(vault: Vault, operatorId: number, setup: string): FactorSetup {
  try {
    return JSON.parse(vault.open(getSetupPurpose(operatorId), Buffer.from(setup, 'base64url'))) as FactorSetup;
  } catch {
    throw expired();
  }
}

/** A setup whose first code was right. */
export interface ConfirmedSetup extends FactorSetup {
  /** The time step of the code, which is used up. */
  step: number;
}

/** Checks the first code of a setup. Wrong codes are counted. Throws 409 for an expired setup, 422 for a wrong code, and 429. */
export async function checkFirstCode(
  { db, vault }: { db: Db; vault: Vault },
  operatorId: number,
  input: { setup: string; otp: string },
): Promise<ConfirmedSetup> {
  const setup = openSetup(vault, operatorId, input.setup);
  if (Date.now() > setup.expiresAt) throw expired();
  const failureKey = getCodeFailureKey({ operatorId });
  const wait = await recordFailure(db, failureKey);
  if (wait > 0) throw tooManyRequests(wait);
  const step = findTimeStep(setup.secret, normalizeCode(input.otp), new Date());
  if (step === undefined) throw invalid('otp', 'This code is wrong. Please enter the code that your app shows now.');
  await resetFailures(db, failureKey);
  return { ...setup, step };
}

/** Puts a confirmed setup into effect and returns the recovery codes, which replace earlier ones. Throws 409 when another one came first. */
export async function saveFactor(tx: Tx, vault: Vault, operatorId: number, setup: ConfirmedSetup): Promise<string[]> {
  const sealed = vault.seal(getSecretPurpose({ operatorId }), setup.secret);
  if (!(await saveOperatorFactor(tx, operatorId, { sealed, step: setup.step, replaces: setup.replaces }))) throw expired();
  return renewRecoveryCodes(tx, operatorId);
}

/** Replaces the operator's recovery codes and returns the new ones. Only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, operatorId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceOperatorRecoveryCodes(
    tx,
    operatorId,
    codes.map((code) => hashRecoveryCode(code) as Buffer),
  );
  return codes;
}
