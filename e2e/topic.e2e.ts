import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { enterCredentials, logIn, logInByForm } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { BRANDS, DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

/** Publishes an important notice for the clients of Brackwell. */
async function publishNotice(title: string): Promise<void> {
  await sql`
    with published as (insert into publication (kind, is_published, display_order) values ('topic', true, 0) returning id),
      readers as (insert into publication_brand (brand_id, publication_id) select b.id, p.id from brand b, published p where b.keyword = 'brackwell')
    insert into topic (publication_id, system_name, title, body, se_name, portal_location, include_in_information_menu)
    select id, 'notice-' || id, ${title}, '<p>Parcels go to the main gate.</p>', 'notice', 'importantnotice', false from published`.execute(
    database.db,
  );
}

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
  await dialog.getByLabel('Link to').fill('/index/information/1');
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

it('an important notice opens once after each login, is closed by keyboard, and a new one opens at the next page', async () => {
  await publishNotice('The depot closes on Friday');
  const visitor = await portal.openPage('brackwell', DESKTOP_WIDTH);
  const { page, pageErrors, waitForNetworkIdle, close } = visitor;
  const { findings, check } = createAxeCollector(page);
  const notice = (name: string) => page.getByRole('dialog', { name });

  await logInByForm(visitor, BRANDS.brackwell.buyer);
  await notice('The depot closes on Friday').getByText('Parcels go to the main gate.').waitFor();
  await check('an important notice');
  await page.keyboard.press('Escape');
  await notice('The depot closes on Friday').waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('link', { name: 'Orders', exact: true }).first().waitFor();
  await waitForNetworkIdle();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await publishNotice('The lockers move');
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await notice('The lockers move').waitFor();
  // The dialog has the focus.
  await page.keyboard.press('Enter');
  await notice('The lockers move').waitFor({ state: 'hidden' });
  await waitForNetworkIdle();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/login/);
  await waitForNetworkIdle();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await enterCredentials(page, BRANDS.brackwell.buyer);
  for (const name of ['The depot closes on Friday', 'The lockers move']) {
    await notice(name).waitFor();
    await page.keyboard.press('Escape');
    await notice(name).waitFor({ state: 'hidden' });
  }
  expect(findings).toEqual([]);
  expect(pageErrors).toEqual([]);
  await close();
});
