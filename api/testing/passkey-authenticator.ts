import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The CBOR of what authenticators write: small integers, bytes, texts and maps. */
function encodeCbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.of((major << 5) | size)
      : size < 256
        ? Buffer.of((major << 5) | 24, size)
        : Buffer.of((major << 5) | 25, size >> 8, size & 255);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item as number)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What a page and its browser tell an authenticator, and how it behaves; the defaults are those of an honest one. */
export interface CeremonyOptions {
  challenge: string;
  /** The host that the passkey is for. */
  rpId: string;
  /** The origin of the page, as the browser sees it. */
  origin?: string;
  /** Whether the device verified the person, by a finger, a face or a PIN. */
  verifiesUser?: boolean;
  /** What its counter says. */
  counter?: number;
}

/** A passkey in software: makes and signs the same bytes as a device, with a real key. */
export interface SoftwarePasskey {
  id: string;
  /** The credential for `POST /api/operator/passkeys`. `statement` is the format of the attestation with its content. */
  register(
    options: CeremonyOptions,
    statement?: { format: string; content: Map<string, unknown> },
  ): {
    id: string;
    response: { clientDataJSON: string; attestationObject: string; transports: string[] };
  };
  /** The credential for `POST /api/operator/passkeylogin`; `userHandle` is left out unless given. */
  logIn(
    options: CeremonyOptions,
    userHandle?: string,
  ): { id: string; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string } };
}

const toText = (bytes: Buffer) => bytes.toString('base64url');
const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

const describeClient = (type: string, { challenge, origin = 'http://localhost:3000' }: CeremonyOptions) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function describeAuthenticator(
  { rpId, verifiesUser = true, counter = 0 }: CeremonyOptions,
  credential = Buffer.alloc(0),
): Buffer {
  const flags = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([hash(rpId), Buffer.of(flags), count, credential]);
}

/** The public key in the form of COSE: ES256 on P-256. */
function encodePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return encodeCbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** A new passkey with a key of its own. */
export function createSoftwarePasskey(id: Buffer = randomBytes(32)): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const length = Buffer.of(id.length >> 8, id.length & 255);
  const credential = Buffer.concat([Buffer.alloc(16), length, id, encodePublicKey(publicKey)]);
  return {
    id: toText(id),
    register: (options, { format, content } = { format: 'none', content: new Map() }) => {
      const attestation = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', content],
        ['authData', describeAuthenticator(options, credential)],
      ]);
      return {
        id: toText(id),
        response: {
          clientDataJSON: toText(describeClient('webauthn.create', options)),
          attestationObject: toText(encodeCbor(attestation)),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    logIn: (options, userHandle) => {
      const clientData = describeClient('webauthn.get', options);
      const authenticatorData = describeAuthenticator(options);
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash(clientData)]), privateKey);
      return {
        id: toText(id),
        response: {
          clientDataJSON: toText(clientData),
          authenticatorData: toText(authenticatorData),
          signature: toText(signature),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
  };
}
