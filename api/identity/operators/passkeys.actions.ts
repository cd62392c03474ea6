import { recordOwnOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { confirmIdentity } from '../login/confirm-identity.actions.ts';
import { enqueuePasskeyMail } from './enqueue-operator-mails.ts';
import { getOperator } from './operator-credentials.queries.ts';
import { OPERATOR_ISSUER } from './operator-factor.actions.ts';
import { revokeOperatorSessions } from './operator-sessions.queries.ts';
import { CHALLENGE_TTL_MS, createPasskeyChallenge, takePasskeyChallenge } from './passkey-challenges.actions.ts';
import { type NewCredential, PASSKEY_ALGORITHMS, verifyNewCredential } from './passkey-verification.ts';
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey } from './passkeys.queries.ts';
import { getUserHandle, type PasskeySite } from './passkeys.rules.ts';

/** What the calls about an operator's own passkeys need. */
export type PasskeyDependencies = Pick<ServerDependencies, 'clock' | 'db' | 'jobs' | 'vault'>;

/** How many passkeys an operator may have. */
const MAX_PASSKEYS = 20;

const getSetupPurpose = ({ id, sessionId }: OperatorScope, { host }: PasskeySite) =>
  `operator-passkey-setup:${id}:${sessionId}:${host}`;

const conflict = (message: string) => new HttpError(409, { passkey: [message] });
const tooMany = () => conflict(`You have ${MAX_PASSKEYS} passkeys already. Remove one that you no longer use.`);

function readName(input: string): string {
  const name = input.trim();
  if (name === '') throw invalid('name', 'Name is required.');
  return name;
}

/**
 * What the browser is called with to make a passkey for this site. Takes the password and a code. Throws 409 when the operator has too many
 * passkeys, 422 for a wrong password or code, and 429.
 */
export async function startPasskey(
  dependencies: PasskeyDependencies,
  operator: OperatorScope,
  site: PasskeySite,
  proof: { password: string; otp: string },
) {
  const { db } = dependencies;
  const passkeys = await listPasskeys(db, operator);
  if (passkeys.length >= MAX_PASSKEYS) throw tooMany();
  await confirmIdentity(dependencies, { operatorId: operator.id }, proof);
  const { email, name } = await getOperator(db, operator.id);
  const { challenge, setup } = createPasskeyChallenge(dependencies, getSetupPurpose(operator, site));
  return {
    setup,
    options: {
      rp: { id: site.host, name: OPERATOR_ISSUER },
      user: { id: getUserHandle(operator.id), name: email, displayName: name },
      challenge,
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: CHALLENGE_TTL_MS,
      excludeCredentials: passkeys
        .filter(({ host }) => host === site.host)
        .map(({ credential, transports }) => ({ id: credential.toString('base64url'), type: 'public-key' as const, transports })),
      authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
      attestation: 'none' as const,
    },
  };
}

/** Adds the passkey that the browser made, and returns its id. Throws 409 for an expired start and a passkey that exists, 422 for an invalid one. */
export async function addPasskey(
  dependencies: PasskeyDependencies,
  operator: OperatorScope,
  site: PasskeySite,
  input: { setup: string; name: string; credential: NewCredential },
  requestId: string,
): Promise<number> {
  const { db } = dependencies;
  const name = readName(input.name);
  const challenge = await takePasskeyChallenge(dependencies, getSetupPurpose(operator, site), input.setup);
  const verified = await verifyNewCredential(input.credential, { challenge, site });
  if (!verified) throw invalid('credential', 'This passkey could not be verified. Please try again, or use another device.');
  const owner = await getOperator(db, operator.id);
  return runInTransaction(db, async (tx) => {
    const passkey = { ...verified, host: site.host, transports: input.credential.response.transports ?? [], name };
    const id = await insertPasskey(tx, operator, passkey, MAX_PASSKEYS);
    if (id === 'session-ended') throw conflict('Your session has ended. Please log in and start again.');
    if (id === 'full') throw tooMany();
    if (id === 'known') throw conflict('This passkey has been added already.');
    await recordOwnOperatorAuditEvent(tx, operator.id, {
      action: 'operator.passkey_added',
      after: { name, host: site.host },
      requestId,
    });
    await enqueuePasskeyMail(tx, dependencies, owner, { change: 'added', passkey: name, host: site.host });
    return id;
  });
}

/** Renames one of the operator's passkeys. Throws 404, and 422 for an empty name. */
export async function changePasskeyName(
  { db }: PasskeyDependencies,
  operator: OperatorScope,
  id: number,
  input: string,
  requestId: string,
): Promise<void> {
  const name = readName(input);
  await runInTransaction(db, async (tx) => {
    const earlier = await renamePasskey(tx, operator, id, name);
    if (earlier === undefined) throw notFound('passkey');
    if (earlier === name) return;
    const action = 'operator.passkey_renamed';
    await recordOwnOperatorAuditEvent(tx, operator.id, { action, before: { name: earlier }, after: { name }, requestId });
  });
}

/** Removes one of the operator's passkeys and ends their other sessions, which may have been started with it. Throws 404. */
export async function removePasskey(
  dependencies: PasskeyDependencies,
  operator: OperatorScope,
  id: number,
  requestId: string,
): Promise<void> {
  const { db } = dependencies;
  await runInTransaction(db, async (tx) => {
    const removed = await deletePasskey(tx, operator, id);
    if (!removed) throw notFound('passkey');
    await revokeOperatorSessions(tx, operator.id, 'passkey_removed', operator.sessionId);
    await recordOwnOperatorAuditEvent(tx, operator.id, { action: 'operator.passkey_removed', before: removed, requestId });
    const owner = await getOperator(tx, operator.id);
    await enqueuePasskeyMail(tx, dependencies, owner, { change: 'removed', passkey: removed.name, host: removed.host });
  });
}
