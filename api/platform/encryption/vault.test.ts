import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVault, createVaultFromKeys, KEY_FILE } from './vault.ts';

const aKey = () => randomBytes(32).toString('base64url');
const vault = createVaultFromKeys(aKey());

describe('a vault', () => {
  it('opens a sealed value for its purpose only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, purpose, other) => {
        const sealed = vault.seal(purpose, text);
        expect(vault.open(purpose, sealed)).toBe(text.toWellFormed());
        if (other !== purpose) expect(() => vault.open(other, sealed)).toThrow(/another purpose/);
      }),
    );
  });

  it('detects a change of any single bit, and any truncation', () => {
    const sealed = vault.seal('mail:1', 'a token');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => vault.open('mail:1', changed)).toThrow();
    }
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => vault.open('mail:1', sealed.subarray(0, length))).toThrow();
  });

  it('refuses arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(() => vault.open('mail:1', bytes)).toThrow();
      }),
    );
  });

  it('never seals a text to the same bytes twice, or shows it', () => {
    const [one, other] = [vault.seal('a', 'needle'), vault.seal('a', 'needle')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('needle')).toBe(false);
  });

  it('opens with the previous key, and seals with the new one', () => {
    const [before, after] = [aKey(), aKey()];
    const sealedBefore = createVaultFromKeys(before).seal('a', 'text');
    const both = createVaultFromKeys(after, before);

    expect(both.open('a', sealedBefore)).toBe('text');
    expect(createVaultFromKeys(after).open('a', both.seal('a', 'text'))).toBe('text');
    expect(() => createVaultFromKeys(after).open('a', sealedBefore)).toThrow(/SECRET_KEY_PREVIOUS/);
  });

  it.each(['', 'short', `${aKey()}AA`, `${aKey().slice(0, -1)}!`, 'A'.repeat(42)])(
    'takes no key like %j, and does not repeat it',
    (key) => {
      const complaint = (make: () => void) => {
        try {
          make();
        } catch (error) {
          return (error as Error).message;
        }
        return 'none';
      };
      const explanation = 'must be 32 random bytes in base64url: 43 letters, digits, "-" and "_".';
      expect(complaint(() => createVaultFromKeys(key))).toBe(`SECRET_KEY ${explanation}`);
      expect(complaint(() => createVaultFromKeys(aKey(), key))).toBe(`SECRET_KEY_PREVIOUS ${explanation}`);
    },
  );
});

describe('the key of an installation', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'livery-vault-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));
  const config = (changes = {}) => ({ dataDir, secretKey: null, secretKeyPrevious: null, ...changes });

  it('is created once in the data folder, readable by its owner only, by the first process', async () => {
    const vaults = await Promise.all(Array.from({ length: 8 }, () => createVault(config())));
    const sealed = vaults[0]?.seal('a', 'text') as Buffer;

    for (const one of [...vaults, await createVault(config())]) expect(one.open('a', sealed)).toBe('text');
    expect(await readdir(dataDir)).toEqual([KEY_FILE]);
    if (process.platform !== 'win32') expect((await stat(join(dataDir, KEY_FILE))).mode & 0o777).toBe(0o600);
  });

  it('comes from the environment when that names one, and then leaves the folder unchanged', async () => {
    const secretKey = aKey();
    const sealed = (await createVault(config({ secretKey }))).seal('a', 'text');

    expect(createVaultFromKeys(secretKey).open('a', sealed)).toBe('text');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('can move from the folder to the environment', async () => {
    const sealed = (await createVault(config())).seal('a', 'text');
    const secretKeyPrevious = (await readFile(join(dataDir, KEY_FILE), 'utf8')).trim();

    expect((await createVault(config({ secretKey: aKey(), secretKeyPrevious }))).open('a', sealed)).toBe('text');
  });

  it('is refused when the file is truncated, with an error that names it', async () => {
    await writeFile(join(dataDir, KEY_FILE), 'abc');

    await expect(createVault(config())).rejects.toThrow(new RegExp(`${KEY_FILE} must be 32 random bytes`));
  });
});
