import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runStep } from '../console.ts';
import type { Image } from './image.ts';
import { containerOf, runInSandbox } from './sandbox.ts';

interface SetUpServices {
  /** Addresses of an empty database. */
  url: string;
  ownerUrl: string;
  key: string;
  /** A new folder, and the volume of the portal, whose owner the user of the image is. */
  folder: string;
  data: string;
}

const PRODUCTS = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price
polo,Polo shirt,Size,M,POLO-M,18.50
`;

/** Sets up an installation in containers of the image, imports products, and looks at its jobs, as docs/operations/deployment.md says. */
export async function checkSetUp(image: Image, { url, ownerUrl, key, folder, data }: SetUpServices): Promise<void> {
  const files = join(folder, 'files');
  await mkdir(files);
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, SECRET_KEY: key };
  const container = containerOf(image, env, { '/var/lib/livery': data, '/files': files });
  const run = (...words: string[]) => runInSandbox(container, [...image.entrypoint, ...words]);
  await run('tools/migrate.ts');
  const write = async (name: string, text: string) => {
    await writeFile(join(files, name), text);
    await chmod(join(files, name), 0o644);
  };
  await write('setup.json', await run('tools/setup/setup.ts', '--example'));
  await write('products.csv', PRODUCTS);
  await runStep('set-up with the example', async () => {
    const said = await run('tools/setup/setup.ts', '--file', '/files/setup.json');
    assert.match(said, /https:\/\/uniforms\.northgate\.example\/\S+/, said);
    assert.match(await run('tools/setup/setup.ts', '--file', '/files/setup.json'), /Nothing has changed/);
  });
  await runStep('products imported', async () => {
    const said = await run('tools/import.ts', 'catalogue', '/files/products.csv', '--organisation', '1');
    assert.match(said, /\b1\b.*(?:created|added|new)/i, said);
  });
  await runStep('jobs looked at', () => run('tools/jobs.ts'));
}
