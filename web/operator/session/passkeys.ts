/**
 * Passkeys in this browser. The library is loaded by the pages that offer them, ahead of the click: Safari asks for the finger only right
 * after one.
 */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { ReplyOf } from '#contract/index.ts';
import { operatorApi } from './operator-api.ts';

const loadLibrary = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys, which it has at a name over HTTPS and at localhost. Starts to load what they take. */
export function preparePasskeys(): boolean {
  const isOffered = 'PublicKeyCredential' in window && !/^(\[.*\]|[\d.]+)$/.test(location.hostname);
  if (isOffered) loadLibrary().catch(() => {});
  return isOffered;
}

const MESSAGES: Record<string, string> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED:
    'This device has a passkey for your account already. Use another device, or remove the passkey from the list first.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This device can’t store passkeys. Please use another one.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This device cannot verify you. Set up a PIN, fingerprint or face on it first, or use another one.',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'The passkeys of this device are not supported. Please use another one.',
  ERROR_INVALID_DOMAIN: 'Passkeys do not work at this address.',
  ERROR_INVALID_RP_ID: 'Passkeys do not work at this address.',
};

/** Why the browser's window for passkeys ended without one. `cancelled` is what to say when it was closed, or nothing was chosen in time. */
function explain(error: unknown, cancelled: string): Error {
  const { code = '', name, cause } = error as { code?: string; name?: string; cause?: { name?: string } };
  const message = MESSAGES[code];
  if (message) return new Error(message);
  // Browsers do not tell whether it was closed, took too long, or there was no passkey.
  const isCancelled = [name, cause?.name].some((kind) => kind === 'NotAllowedError' || kind === 'AbortError');
  return new Error(isCancelled ? cancelled : 'The passkey could not be used in this browser. Please try again.');
}

/** A start of adding a passkey. */
export type PasskeyStart = ReplyOf<'POST /api/operator/passkeys/start'>;

/** Lets the browser make a passkey and adds it to the account. Throws an Error with a sentence to show; the same start can then be used again. */
export async function makePasskey({ setup, options }: PasskeyStart, name: string): Promise<void> {
  const { startRegistration } = await loadLibrary();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw explain(
      error,
      'No passkey was created: the window was closed, or it took too long. Nothing has changed; you can try again.',
    );
  });
  const { id, response } = credential;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const body = { setup, name, credential: { id, response: { clientDataJSON, attestationObject, transports } } };
  await operatorApi('POST /api/operator/passkeys', { body });
}

/** Logs in with a passkey that the person chooses, and returns the token. Throws an Error with a sentence to show. */
export async function logInWithPasskey(): Promise<string> {
  const [{ startAuthentication }, { setup, options }] = await Promise.all([
    loadLibrary(),
    operatorApi('POST /api/operator/passkeylogin/start'),
  ]);
  const { id, response } = await startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
    throw explain(
      error,
      'No passkey was used. If you have none for this address, log in with your password and add one in your account.',
    );
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const credential = { id, response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) } };
  return (await operatorApi('POST /api/operator/passkeylogin', { body: { setup, credential } })).access_token;
}
