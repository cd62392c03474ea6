import { recordOwnOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { forbidden } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { withNetworkLimit } from '../login/network-limit.actions.ts';
import {
  type OperatorLogInDependencies,
  type OperatorLogInOrigin,
  type StartedOperatorSession,
  startVerifiedSession,
  toStandardLogInError,
} from './operator-log-in.actions.ts';
import { CHALLENGE_TTL_MS, createPasskeyChallenge, takePasskeyChallenge } from './passkey-challenges.actions.ts';
import { type UsedCredential, verifyUsedCredential } from './passkey-verification.ts';
import { findPasskeyOwner, type PasskeyOwner, recordPasskeyUse } from './passkeys.queries.ts';
import { getUserHandle, type PasskeySite } from './passkeys.rules.ts';

/** What logging in with a passkey needs from the server. */
export type PasskeyLogInDependencies = OperatorLogInDependencies & Pick<ServerDependencies, 'clock'>;

const getPurpose = ({ host }: PasskeySite) => `operator-passkey-log-in:${host}`;

/** The same for every passkey that is not accepted, so that it does not tell which ones exist. */
const refused = () =>
  forbidden(
    'This passkey was not accepted. If you have removed it from your account, or use another address of the portal, log in with your password.',
  );

/** What the browser is called with to log in with a passkey of this site. It names no operator. */
export function startPasskeyLogIn(dependencies: PasskeyLogInDependencies, site: PasskeySite) {
  const { challenge, setup } = createPasskeyChallenge(dependencies, getPurpose(site));
  return { setup, options: { challenge, rpId: site.host, timeout: CHALLENGE_TTL_MS, userVerification: 'required' as const } };
}

/** The owner of the passkey and its new counter, if the browser has proven the passkey; undefined otherwise. */
async function verifyPasskey(
  { db }: PasskeyLogInDependencies,
  site: PasskeySite,
  challenge: string,
  credential: UsedCredential,
): Promise<{ owner: PasskeyOwner; counter: number } | undefined> {
  const owner = await findPasskeyOwner(db, site.host, Buffer.from(credential.id, 'base64url'));
  if (!owner) return undefined;
  const { userHandle } = credential.response;
  if (userHandle && userHandle !== getUserHandle(owner.operatorId)) return undefined;
  const counter = await verifyUsedCredential(credential, { challenge, site, publicKey: owner.publicKey });
  return counter === undefined ? undefined : { owner, counter };
}

/**
 * Logs in with a passkey instead of password and code. Throws 403 when it is not accepted, 409 when the start is no longer valid, and 429.
 * A passkey whose counter has not grown is refused and recorded, because someone may have copied it.
 */
export function logInWithPasskey(
  dependencies: PasskeyLogInDependencies,
  origin: OperatorLogInOrigin,
  site: PasskeySite,
  { setup, credential }: { setup: string; credential: UsedCredential },
): Promise<StartedOperatorSession> {
  const { db } = dependencies;
  const { requestId } = origin;
  return withNetworkLimit(dependencies, { audience: 'operators', network: origin.network }, async () => {
    const challenge = await takePasskeyChallenge(dependencies, getPurpose(site), setup);
    const verified = await verifyPasskey(dependencies, site, challenge, credential);
    if (!verified) throw refused();
    const { owner, counter } = verified;
    const passkey = { passkey: owner.passkeyName, host: site.host };
    const started = await runInTransaction(db, async (tx) =>
      (await recordPasskeyUse(tx, owner.passkeyId, counter))
        ? startVerifiedSession(tx, dependencies, origin, owner, passkey)
        : undefined,
    );
    if (started) return started;
    await runInTransaction(db, (tx) =>
      recordOwnOperatorAuditEvent(tx, owner.operatorId, {
        action: 'operator.passkey_refused',
        after: { ...passkey, counter },
        requestId,
      }),
    );
    throw refused();
  }).catch(toStandardLogInError);
}
