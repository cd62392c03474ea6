import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceOnce } from '../sql-faults/replace-once.ts';
import { SOURCE_FAULTS } from './source-faults.ts';

// Whether each fault is found is seen by `npm run faults`; here, whether each can still be put into its file.

const project = join(import.meta.dirname, '../../..');

it.each(SOURCE_FAULTS)('$of: the fault can be put into $file', async (fault) => {
  expect(replaceOnce(await readFile(join(project, fault.file), 'utf8'), fault)).not.toContain(fault.from);
});
