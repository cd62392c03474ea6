import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

it('a wearer finds the declaration of conformity of their trousers, and downloads it', async () => {
  const session = await portal.openPage('brackwell', PHONE_WIDTH);
  const { page, pageErrors, close } = session;
  const { findings, check } = createAxeCollector(page);
  await logIn(session, 'track@corvane.example');

  await page
    .getByRole('button', { name: /^Your account/ })
    .filter({ visible: true })
    .click();
  await page.getByRole('link', { name: 'Documents' }).filter({ visible: true }).click();
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('conformity trousers');
  await page.getByText(/of 1 document$/).waitFor();
  await check('documents found');
  expect(await getHorizontalOverflow(page)).toBe(0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download Declaration of conformity: .*trousers/ })
      .filter({ visible: true })
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/declaration of conformity.*\.pdf$/i);
  expect((await readFile(await download.path())).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(findings).toEqual([]);
  expect(pageErrors).toEqual([]);
  await close();
});
