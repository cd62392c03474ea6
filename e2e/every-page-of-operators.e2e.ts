import { beforeAll, expect, it } from 'vitest';
import { createOperatorPageExamples } from './operator-page-examples.ts';
import { storePictures } from './page-examples.ts';
import { createPageInspector } from './page-inspector.ts';
import { byWidth, visitsOf } from './page-visits.ts';
import { DESKTOP_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

// The same as every-page.e2e.ts, in a file of its own beside it: the two together would be the longest file of all by far.

const pages = usePages();
const { portal, database } = pages;

beforeAll(() => storePictures(pages));

it('every page of operators is accessible, fits, and has no error', async () => {
  const { loggedIn, loggedOut } = await createOperatorPageExamples(database.db);
  const plan = (addresses: string[]) => addresses.flatMap(visitsOf).sort(byWidth);
  const operator = await portal.openOperatorPage(DESKTOP_WIDTH);
  const guest = await portal.openPage('sundial', DESKTOP_WIDTH);
  const forOperator = createPageInspector(operator);
  const forGuest = createPageInspector(guest);
  for (const [index, [address, width]] of plan(loggedIn).entries())
    await forOperator.inspect(address, width, index === 0 ? 'load' : 'link');
  for (const [address, width] of plan(loggedOut)) await forGuest.inspect(address, width, 'load');
  expect([...forOperator.findings, ...forGuest.findings]).toEqual([]);
  await Promise.all([operator.close(), guest.close()]);
});
