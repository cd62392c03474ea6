import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ORDER_STATES_FILE, renderOrderStates } from './order-states.ts';

it('docs/ORDER-STATES.md is up to date; run npm run docs:order-states', async () => {
  expect(await readFile(ORDER_STATES_FILE, 'utf8')).toBe(renderOrderStates());
});
