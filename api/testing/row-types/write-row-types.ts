/** Writes the row types of the server's code to a file, as JSON: `node write-row-types.ts <file>`. A process of its own, because it takes seconds. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRowTypes } from './read-row-types.ts';

const root = join(import.meta.dirname, '../../..');
const [file = ''] = process.argv.slice(2);
const types = readRowTypes(
  root,
  join(root, 'tsconfig.json'),
  (path) => path.startsWith('api/') && !path.startsWith('api/testing/') && !path.endsWith('.test.ts'),
);
// Under another name until it is complete: other runs may be reading.
await writeFile(`${file}.${process.pid}`, JSON.stringify(types));
await rename(`${file}.${process.pid}`, file);
