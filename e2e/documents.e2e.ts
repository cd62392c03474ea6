import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { aPdf } from '#api/testing/uploads.ts';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

it('an operator adds a declaration of conformity, and a wearer of the garment finds and downloads it', async () => {
  const { page, origin, pageErrors, close } = await portal.openOperatorPage(DESKTOP_WIDTH);
  await page.goto(`${origin}/operator/content/documents/new`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'RIS-3279 trousers.pdf', mimeType: 'application/pdf', buffer: aPdf('Declaration') });
  await page.getByText('RIS-3279 trousers.pdf').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('RIS-3279 trousers');
  await page.getByLabel('Name', { exact: true }).fill('Declaration of conformity: rail trousers');
  await page.getByLabel('Type').selectOption({ label: 'Declaration of conformity' });
  await page.getByLabel('Valid until').fill('2099-12-31');
  await page.getByRole('textbox', { name: 'Products', exact: true }).fill('Beacon rail trousers');
  await page.getByRole('button', { name: /^Add Beacon rail trousers/ }).click();
  await page.getByRole('checkbox', { name: 'All clients of Brackwell Workwear' }).check();
  await page.getByRole('checkbox', { name: /^Published/ }).check();
  await page.getByRole('button', { name: 'Publish document' }).click();
  await page.waitForURL(/\/operator\/content\/documents\/\d+$/);

  const wearer = await portal.openPage('brackwell', PHONE_WIDTH);
  const { findings, check } = createAxeCollector(wearer.page);
  await logIn(wearer, 'track@corvane.example');
  await wearer.page.getByRole('button', { name: /^Your account/ }).click();
  await wearer.page.getByRole('banner').getByRole('link', { name: 'Documents' }).click();
  await wearer.page.getByRole('searchbox', { name: 'Search documents' }).fill('conformity trousers');
  const download = wearer.page.getByRole('button', { name: 'Download Declaration of conformity: rail trousers' });
  await download.waitFor();
  await wearer.page.getByText('Valid until 31 Dec 2099').waitFor();
  await check('the documents found');
  expect(await getHorizontalOverflow(wearer.page)).toBe(0);
  const [saved] = await Promise.all([wearer.page.waitForEvent('download'), download.click()]);
  expect(saved.suggestedFilename()).toBe('RIS-3279 trousers.pdf');
  expect((await readFile(await saved.path())).toString('latin1', 0, 5)).toBe('%PDF-');

  await page.reload();
  await page.getByRole('list', { name: 'Downloads' }).getByText('Corvane Rail').waitFor();
  expect(findings).toEqual([]);
  expect([...pageErrors, ...wearer.pageErrors]).toEqual([]);
  await Promise.all([wearer.close(), close()]);
});
