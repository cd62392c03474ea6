/**
 * What browsers send about passkeys, checked by SimpleWebAuthn. The library is loaded with the first passkey that is checked: it takes 27 MB
 * and a fifth of a second, which a portal whose operators have none saves.
 */
import type { PasskeySite } from './passkeys.rules.ts';

/** The algorithms of COSE that are accepted, the preferred one first: EdDSA, ES256, and RS256 for Windows Hello. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

/** A new passkey as the browser describes it, all in base64url. */
export interface NewCredential {
  id: string;
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
}

/** The proof of a log-in with a passkey, all in base64url. */
export interface UsedCredential {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null | undefined };
}

/** What is stored of a new passkey. */
export interface VerifiedCredential {
  credential: Buffer;
  publicKey: Buffer;
  counter: number;
}

/** Every reason for refusing is an exception of the library; the callers tell clients none of them. */
async function orUndefined<T>(check: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}

/** The new passkey, if it answers this challenge on this site and its device has verified the operator; undefined otherwise. */
export async function verifyNewCredential(
  { id, response }: NewCredential,
  { challenge, site }: { challenge: string; site: PasskeySite },
): Promise<VerifiedCredential | undefined> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return orUndefined(async () => {
    // Certificates are not asked for. The library would fetch the addresses that one names, so it gets none to see.
    const statement = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = statement.get('fmt');
    if ((format !== 'none' && format !== 'packed') || statement.get('attStmt').get('x5c') !== undefined) return undefined;
    const { clientDataJSON, attestationObject } = response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== id) return undefined;
    const { publicKey, counter } = registrationInfo.credential;
    return { credential: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
  });
}

/**
 * The counter of a log-in that is signed with this public key, answers this challenge on this site, and whose device has verified the
 * operator; undefined otherwise. Whether the counter has grown is left to the statement that stores it.
 */
export async function verifyUsedCredential(
  { id, response }: UsedCredential,
  { challenge, site, publicKey }: { challenge: string; site: PasskeySite; publicKey: Buffer },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  return orUndefined(async () => {
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: -1 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  });
}
