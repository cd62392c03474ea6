import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const PREFIX = 'row-types-';

/** The file with the row types of the code as it is now. It is made once for each version of the code and kept between runs. */
export async function prepareRowTypes(): Promise<string> {
  const file = join(root, '.cache', `${PREFIX}${await hashCode()}.json`);
  if (existsSync(file)) return file;
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'write-row-types.ts'), file]);
  const outdated = (await readdir(folder)).filter((name) => name.startsWith(PREFIX) && name !== basename(file));
  for (const name of outdated) await rm(join(folder, name), { force: true });
  return file;
}

/** A hash of what row types are written with: the code of the server and the contract, and the versions of packages. */
async function hashCode(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  for (const folder of ['api', 'contract']) {
    const names = (await readdir(join(root, folder), { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
    const contents = await Promise.all(names.map((name) => readFile(join(root, folder, name))));
    for (const [index, name] of names.entries()) hash.update(`${folder}/${name}`).update(contents[index] as Buffer);
  }
  return hash.digest('hex').slice(0, 12);
}
