import { type Db, openDatabase, runInTransaction } from '../db/database.ts';
import { findFingerprints, insertFingerprint, listFingerprints, lockFingerprints } from './secret-key.queries.ts';
import { checkSecretKey } from './secret-key-check.ts';
import { createVault, findVault, type KeyConfig, type Vault } from './vault.ts';

/**
 * The vault of a process, for the values of this database. The first process of an installation records the fingerprint of its key there, and a process with a
 * new key, which must also know the present one, records that. A process that knew only the present key may run on; it is refused when it starts again, because it
 * could not decrypt what others have encrypted since.
 *
 * @throws WrongSecretKeyError if the keys of this process are not those of the database; no key is created then
 */
export async function openVault(config: KeyConfig, db: Db): Promise<Vault> {
  const stored = await listFingerprints(db);
  if (stored.length > 0) checkSecretKey(stored, (await findVault(config))?.fingerprints ?? [], config);
  const vault = await createVault(config);
  const [own = ''] = vault.fingerprints;
  if (stored.includes(own)) return vault;
  await runInTransaction(db, async (tx) => {
    await lockFingerprints(tx);
    const present = await listFingerprints(tx);
    checkSecretKey(present, vault.fingerprints, config);
    if (!present.includes(own)) await insertFingerprint(tx, own);
  });
  return vault;
}

/** The same for the database of this URL, for commands. */
export async function openVaultOf(config: KeyConfig, url: string): Promise<Vault> {
  const { db, close } = openDatabase(url, { poolSize: 1 });
  try {
    return await openVault(config, db);
  } finally {
    await close();
  }
}

/**
 * Checks the keys of a process before anything is changed, such as by migrations. The database may be empty or from an earlier version.
 *
 * @throws WrongSecretKeyError if the keys of this process are not those of the database
 */
export async function refuseOtherSecretKey(config: KeyConfig, url: string): Promise<void> {
  const { db, close } = openDatabase(url, { poolSize: 1 });
  try {
    const stored = await findFingerprints(db);
    if (stored.length > 0) checkSecretKey(stored, (await findVault(config))?.fingerprints ?? [], config);
  } finally {
    await close();
  }
}
