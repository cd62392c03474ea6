import { recordDeed } from '../audit/audit.queries.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { forbidden, HttpError, invalid, OAuthError, tooMany } from '../http/errors.ts';
import { isAdmin } from '../http/scope.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { queueMail } from '../mail/mail.queries.ts';
import type { Vault } from '../secrets/vault.ts';
import { enrolmentUri, newRecoveryCodes, newSecret, plainCode, recoveryHash, stepOfCode } from './codes.ts';
import { tooManyAttempts } from './doorkeeper.ts';
import { countGuess, forgiveGuesses, guessesAt } from './guessing.queries.ts';
import { passwordMatches } from './passwords.ts';
import {
  confirmSecret,
  endOtherSessions,
  findOwnPassword,
  findSecondFactorState,
  keepNewSecret,
  lockNewSecret,
  removeSecondFactor,
  spendRecoveryCode,
  spendStep,
} from './second-factor.queries.ts';

interface Person {
  organisationId: number;
  customerId: number;
}

/** A secret opens for its own person alone. */
const purposeOf = ({ customerId }: Person) => `second-factor:${customerId}`;
const guessesOf = ({ organisationId, customerId }: Person) => guessesAt('second factor', organisationId, customerId);

/**
 * Whether the code is one of the person's authenticator app, of this step or one beside it and not used before, or an
 * unused recovery code; it is used up by that. Counted before it is looked at: throws OAuth 429.
 */
export async function isCodeOf(db: Db, vault: Vault, person: Person, sealed: Buffer, typed: string): Promise<boolean> {
  const guesses = guessesOf(person);
  const wait = await countGuess(db, guesses);
  if (wait > 0) throw tooManyAttempts(wait);
  const step = stepOfCode(vault.open(purposeOf(person), sealed), plainCode(typed), new Date());
  const recovery = recoveryHash(typed);
  const isRight =
    step !== undefined
      ? await spendStep(db, person, step)
      : recovery !== undefined && (await spendRecoveryCode(db, person, recovery));
  if (isRight) await forgiveGuesses(db, guesses);
  return isRight;
}

/** What the calls about one's own second factor need of the server. */
export interface Tools {
  db: Db;
  vault: Vault;
  jobs: JobQueue;
}

/** Asks for the password again. Throws 422 when it is wrong, 429 when it was guessed at too often. */
async function confirmPassword(db: Db, person: Person, password: string): Promise<void> {
  const guesses = guessesAt('own password', person.organisationId, person.customerId);
  const wait = await countGuess(db, guesses);
  if (wait > 0) throw tooMany(wait);
  const stored = await findOwnPassword(db, person);
  const matches = await passwordMatches(stored, password).catch((error: unknown) => {
    // The queue for hashing speaks OAuth, for the log-in.
    throw error instanceof OAuthError ? tooMany(2) : error;
  });
  if (!matches) throw invalid('password', 'The password is not correct.');
  await forgiveGuesses(db, guesses);
}

const conflict = (message: string) => new HttpError(409, { secondFactor: [message] });

export async function describeSecondFactor({ db }: Tools, visit: Visit) {
  const { onSince, recoveryCodesLeft } = await findSecondFactorState(db, visit.caller);
  return {
    available: isAdmin(visit.caller),
    on: onSince !== null,
    onSinceUtc: onSince?.toISOString() ?? null,
    recoveryCodesLeft,
  };
}

/** Gives out a new secret that does not count yet. For administrators, who give their password again. */
export async function startSecondFactor({ db, vault }: Tools, visit: Visit, issuer: string, password: string) {
  const person = visit.caller;
  if (!isAdmin(visit.caller)) throw forbidden('A second factor is for administrators.');
  await confirmPassword(db, person, password);
  const secret = newSecret();
  if (!(await keepNewSecret(db, person, vault.seal(purposeOf(person), secret))))
    throw conflict('Your second factor is switched on already.');
  return { secret, uri: enrolmentUri(secret, issuer, visit.caller.email) };
}

/**
 * Switches the second factor on with a code of the new secret, and ends the person's other sessions, which were opened
 * without it. The recovery codes are told this once.
 */
export async function confirmSecondFactor({ db, vault, jobs }: Tools, visit: Visit, requestId: string, typed: string) {
  const person = visit.caller;
  const guesses = guessesOf(person);
  const wait = await countGuess(db, guesses);
  if (wait > 0) throw tooMany(wait);
  const recoveryCodes = newRecoveryCodes();
  await inTransaction(db, async (tx) => {
    const sealed = await lockNewSecret(tx, person);
    if (!sealed) throw conflict('This took too long. Please start again.');
    const step = stepOfCode(vault.open(purposeOf(person), sealed), plainCode(typed), new Date());
    if (step === undefined) throw invalid('otp', 'This code is not right. Please enter the one that your app shows now.');
    await confirmSecret(
      tx,
      person,
      step,
      recoveryCodes.map((code) => recoveryHash(code) as Buffer),
    );
    await noteChange(tx, { vault, jobs }, visit, requestId, true);
  });
  await forgiveGuesses(db, guesses);
  return { recoveryCodes };
}

/** Switches the second factor off, for whoever gives the password again, and ends the person's other sessions. */
export async function dropSecondFactor({ db, vault, jobs }: Tools, visit: Visit, requestId: string, password: string) {
  const person = visit.caller;
  await confirmPassword(db, person, password);
  await inTransaction(db, async (tx) => {
    if (!(await removeSecondFactor(tx, person))) throw conflict('Your second factor is not switched on.');
    await noteChange(tx, { vault, jobs }, visit, requestId, false);
  });
}

async function noteChange(
  tx: Tx,
  post: { vault: Vault; jobs: JobQueue },
  visit: Visit,
  requestId: string,
  on: boolean,
): Promise<void> {
  const { caller, sessionId } = visit;
  await endOtherSessions(tx, caller, sessionId, `the second factor was switched ${on ? 'on' : 'off'}`);
  await recordDeed(tx, visit, {
    action: on ? 'second_factor.on' : 'second_factor.off',
    subjectId: String(caller.customerId),
    requestId,
  });
  await queueMail(tx, post, {
    organisationId: caller.organisationId,
    brandId: caller.brandId,
    recipient: caller.email,
    template: 'second-factor-changed',
    data: { firstName: caller.firstName, on },
  });
}
