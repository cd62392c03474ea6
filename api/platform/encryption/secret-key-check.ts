import { join } from 'node:path';
import { ConfigurationError } from '../environment.ts';
import { KEY_FILE, type KeyConfig } from './vault.ts';

/** Thrown if this process does not have the secret key with which values in the database are encrypted. */
export class WrongSecretKeyError extends ConfigurationError {
  constructor(newest: string, own: readonly string[], config: KeyConfig) {
    const file = join(config.dataDir, KEY_FILE);
    const source = config.secretKey ? 'SECRET_KEY' : `the file ${file}`;
    const found =
      own.length === 0
        ? `there is none: SECRET_KEY is not set, and there is no file ${file}`
        : `${source} contains another one (fingerprint ${own[0]})`;
    super(
      `The secret key is not the one that this database needs (fingerprint ${newest}): ${found}. ` +
        `Set SECRET_KEY to the key that the portal used last, or copy the portal's file ${KEY_FILE} to ${file}. If you want to change the key, put the present one ` +
        'into SECRET_KEY_PREVIOUS. If it is lost, see "A lost secret key" in docs/operations/operation.md.',
    );
    this.name = 'WrongSecretKey';
  }
}

/**
 * Checks that a process can decrypt what the newest key of a database has encrypted. Earlier keys are not required: whether they are still needed is for the
 * operator to decide.
 *
 * @param stored fingerprints of the database's keys, the newest last; none before the first start
 * @param own fingerprints of the keys that the process has
 * @throws WrongSecretKeyError if the process does not have the newest one
 */
export function checkSecretKey(stored: readonly string[], own: readonly string[], config: KeyConfig): void {
  const newest = stored.at(-1);
  if (newest !== undefined && !own.includes(newest)) throw new WrongSecretKeyError(newest, own, config);
}
