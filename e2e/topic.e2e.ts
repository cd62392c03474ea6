import { expect, it } from 'vitest';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

it('an operator types a topic and publishes it, and a person of the client sees it on Home', async () => {
  const { page, origin, pageErrors, close } = await portal.openOperatorPage(DESKTOP_WIDTH);
  const { findings, check } = createAxeCollector(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await page.goto(`${origin}/operator/content/topics`);
  await page.getByRole('link', { name: 'Add a topic' }).first().click();
  await page.getByLabel('Title').fill('Deliveries over Christmas');
  await page.getByRole('textbox', { name: 'Text' }).focus();
  await page.keyboard.type('We deliver until ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('23 December');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- Order by noon');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Read our ');
  await page.keyboard.press('Control+k');
  await dialog.getByLabel('Text').fill('terms');
  await dialog.getByLabel('Leads to').fill('/index/information/1');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await button(/^Clients/).click();
  await page.getByRole('checkbox', { name: 'Meridian Resorts' }).check();
  await page.getByRole('checkbox', { name: /^Published/ }).check();
  await page.getByText(/^Reaches [\d,]+ people at 1 client\.$/).waitFor();
  await check('a new topic');

  await button('Preview').click();
  const phone = page.frameLocator('iframe[title="Sundial Uniforms, on a phone"]');
  await phone.getByRole('heading', { name: 'Deliveries over Christmas' }).waitFor();
  await phone.getByText('23 December').waitFor();
  await check('the preview');
  await page.keyboard.press('Escape');

  await button('Publish topic').click();
  await dialog.getByText(/^It reaches/).waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL(/\/operator\/content\/topics\/\d+$/);
  await page.getByText('All changes saved.').waitFor();
  expect(await getHorizontalOverflow(page)).toBe(0);

  const reader = await portal.openPage('sundial', PHONE_WIDTH);
  await logIn(reader, 'buyer@meridian.example', '/index/home');
  const topic = reader.page.getByRole('region', { name: 'Deliveries over Christmas' });
  await topic.getByText('23 December').waitFor();
  expect(await topic.locator('strong').textContent()).toBe('23 December');
  expect(await topic.getByRole('listitem').allTextContents()).toEqual(['Order by noon', 'Read our terms']);
  const other = await portal.openPage('alder', PHONE_WIDTH);
  const topics = other.page.waitForResponse(/\/portallocation\/home$/);
  await logIn(other, 'buyer@hallam.example', '/index/home');
  await (await topics).finished();
  expect(await other.page.getByText('Deliveries over Christmas').count()).toBe(0);

  expect(findings).toEqual([]);
  expect([...pageErrors, ...reader.pageErrors, ...other.pageErrors]).toEqual([]);
  await Promise.all([reader.close(), other.close(), close()]);
});
