import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

/** The files of a folder by their names in lower case; a file in a folder of its product's handle is for that product alone. */
export interface PictureFolder {
  /** The file for a picture of the product; undefined if there is none, or if several files have its name. */
  find(handle: string, address: string): string | undefined;
}

/** Reads the names in a folder and in the folders in it. Throws if it cannot be read. */
export async function openPictureFolder(folder: string): Promise<PictureFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, string[]>();
  const add = (key: string, path: string) => files.set(key, [...(files.get(key) ?? []), path]);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = entry.name.toLowerCase();
    add(name, path);
    const own = basename(dirname(relative(folder, path)));
    if (own !== '.') add(`${own.toLowerCase()}/${name}`, path);
  }
  const only = (key: string) => {
    const paths = files.get(key) ?? [];
    return paths.length === 1 ? paths[0] : undefined;
  };
  return {
    find: (handle, address) => {
      const name = getFileName(address).toLowerCase();
      return name === '' ? undefined : (only(`${handle.toLowerCase()}/${name}`) ?? only(name));
    },
  };
}

/** The last part of an address, without its query; empty if it is not readable. */
function getFileName(address: string): string {
  try {
    return decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
}
