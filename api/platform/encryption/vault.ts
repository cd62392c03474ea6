import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createSecretKey, decodeSecretKey, KEY_RULE } from './secret-key.ts';

/** Encrypts what must not be readable in a database dump. A text sealed for one purpose cannot be opened for another. */
export interface Vault {
  /** The text encrypted for a purpose, such as `mail:<id>`. Sealing the same text twice gives different bytes. */
  seal(purpose: string, text: string): Buffer;
  /** The text that was sealed. Throws when it was sealed for another purpose or with an unknown key, or is damaged. */
  open(purpose: string, sealed: Uint8Array): string;
  /** The fingerprints of its keys, first that of the key which seals. */
  fingerprints: readonly string[];
}

const FORMAT = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/** The file in the data folder with the key, when the environment names none. */
export const KEY_FILE = 'secret-key';

const FINGERPRINT_BYTES = 16;

interface Key {
  id: Buffer;
  bytes: Buffer;
}

/** 32 hexadecimal digits by which a key is recognised. They are derived from it for this purpose alone, so they say nothing about it. */
function computeFingerprint({ bytes }: Key): string {
  return Buffer.from(hkdfSync('sha256', bytes, '', 'livery secret key fingerprint', FINGERPRINT_BYTES)).toString('hex');
}

/** A key from its 32 bytes in base64url. Throws an error that names the source of the key, never the key itself. */
function readKey(text: string, source: string): Key {
  const bytes = decodeSecretKey(text.trim());
  if (!bytes) throw new Error(`${source} ${KEY_RULE}.`);
  // The id only shows which key was used; it reveals nothing about the key.
  return { id: createHash('sha256').update('livery key id\0').update(bytes).digest().subarray(0, KEY_ID_BYTES), bytes };
}

/**
 * A vault with one or more keys, in base64url: the first one seals, all of them open. AES-256-GCM with a random nonce; the
 * purpose is authenticated too, so a value sealed for one row or use cannot be moved to another.
 */
export function createVaultFromKeys(...keys: readonly [string, ...string[]]): Vault {
  const known = keys.map((text, index) => readKey(text, index === 0 ? 'SECRET_KEY' : 'SECRET_KEY_PREVIOUS'));
  const current = known[0] as Key;
  return {
    fingerprints: known.map(computeFingerprint),
    seal: (purpose, text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const header = Buffer.concat([Buffer.of(FORMAT), current.id]);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.concat([header, Buffer.from(purpose)]));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, content, cipher.getAuthTag()]);
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed);
      if (bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || bytes[0] !== FORMAT)
        throw new Error('This is not a sealed value.');
      const header = bytes.subarray(0, HEADER_BYTES);
      const key = known.find(({ id }) => id.equals(header.subarray(1)));
      if (!key) throw new Error('This was sealed with an unknown key. Set the previous key in SECRET_KEY_PREVIOUS.');
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.concat([header, Buffer.from(purpose)]));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const content = decipher.update(bytes.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([content, decipher.final()]).toString('utf8');
      } catch {
        throw new Error('The sealed value is damaged or was sealed for another purpose.');
      }
    },
  };
}

/** The part of the configuration that says which keys there are. */
export type KeyConfig = Pick<Config, 'dataDir' | 'secretKey' | 'secretKeyPrevious'>;

/**
 * The vault of this installation: with the keys of the environment, otherwise with the key in the data folder, which is
 * created at the first start. Throws when a key is invalid or the folder is not writable.
 */
export async function createVault(config: KeyConfig): Promise<Vault> {
  return withPrevious(config.secretKey ?? (await readOrCreateKeyFile(config.dataDir)), config);
}

/** The same without creating a key: undefined if neither the environment nor the data folder has one. */
export async function findVault(config: KeyConfig): Promise<Vault | undefined> {
  const path = join(config.dataDir, KEY_FILE);
  const key = config.secretKey ?? (await readKeyFile(path).catch(ignoreMissing));
  return key === undefined ? undefined : withPrevious(key, config);
}

function withPrevious(key: string, { secretKeyPrevious }: KeyConfig): Vault {
  return secretKeyPrevious ? createVaultFromKeys(key, secretKeyPrevious) : createVaultFromKeys(key);
}

function ignoreMissing(error: { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function readOrCreateKeyFile(dataDir: string): Promise<string> {
  const path = join(dataDir, KEY_FILE);
  const key = await readKeyFile(path).catch(ignoreMissing);
  if (key !== undefined) return key;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await createKeyFile(path);
  return readKeyFile(path);
}

/** The file gets its name when the key is on disk, so that no other process reads half of it. Only the first process gives it the name. */
async function createKeyFile(path: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, `${createSecretKey()}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await link(unfinished, path);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function readKeyFile(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8')).trim();
  readKey(text, `The file ${path}`);
  return text;
}
