import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

/** A file of somebody new, somebody who moves, somebody who cannot be read, and nobody else. */
async function aFile(): Promise<string> {
  const { rows } = await sql<{ employee_number: string; first_name: string; last_name: string; destination: string }>`
    select c.employee_number, c.first_name, c.last_name,
      (select r.name from resort r where r.organisation_id = 1 and r.id <> c.resort_id order by r.id limit 1) as destination
    from customer c where c.organisation_id = 1 and c.employee_number is not null and c.resort_id is not null and c.active order by c.id desc limit 1`.execute(
    database.db,
  );
  const known = rows[0];
  return [
    'Personnel no;Mail;First name;Surname;Team;Site;Shoe size',
    `${known?.employee_number};;${known?.first_name};${known?.last_name};;${known?.destination};41`,
    'S-1;wilhelmina.featherstonehaugh@long-name.example;Wilhelmina;Featherstonehaugh-Cholmondeley;North;;38',
    'S-2;nobody;Ben;Ash;Nrth;;44',
  ].join('\r\n');
}

const choose = (page: Page, content: string, name = 'people.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

describe('an administrator', () => {
  it('brings people in from a file, sees what it would do, carries it out and takes it back', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, 'admin@meridian.example');
    await page.goto(`${origin}/index/customers`);
    await page.getByRole('link', { name: 'Import people' }).click();
    await page.waitForURL(`${origin}/index/customers/import`);
    await page.getByText('No file yet').waitFor();
    const brake = page.getByRole('region', { name: 'Brake' });
    await brake.getByLabel('Ask above this share, in percent').fill('five');
    await brake.getByRole('button', { name: 'Save' }).click();
    await brake.getByText('The share must be a whole number from 0 to 100.').waitFor();
    await check('no file yet');
    await brake.getByLabel('Ask above this share, in percent').fill('5');
    await brake.getByRole('button', { name: 'Save' }).click();
    await brake.getByText('Before an import closes more than 5 %').waitFor();
    await choose(page, '{"people":[]}', 'people.json');
    await page.getByRole('alert').getByText('The file is no CSV file and no Excel workbook.').waitFor();
    await check('a file that is none');

    await choose(page, await aFile());
    await page.waitForURL(/customers\/import\/\d+/);
    await page.getByText('Choose the column with the employee number').waitFor({ state: 'hidden' });
    await page.getByText('2 columns are left out').waitFor();
    await page.getByLabel('Column Team is').selectOption('Group');
    await page.getByText('1 column is left out').waitFor();
    await check('columns');
    await page.getByRole('button', { name: 'Look at the preview' }).click();

    const rows = page.getByRole('list', { name: 'Rows of the file' });
    await rows.getByText('There is no group “Nrth”.').waitFor();
    expect(await page.getByRole('button', { name: 'All 3' }).getAttribute('aria-pressed')).toBe('true');
    await check('preview');
    await page.getByRole('button', { name: 'Moves 1' }).click();
    await page.waitForURL(/outcome=move/);
    await expect.poll(() => rows.getByRole('listitem').count()).toBe(1);
    const report = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as Excel' }).click();
    expect((await report).suggestedFilename()).toMatch(/^import-\d+-move\.xlsx$/);

    await page.getByRole('button', { name: 'Carry out for 2 people' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 person will be created').waitFor();
    await check('asking');
    await dialog.getByRole('button', { name: 'Carry out' }).click();
    await page.getByText(/^Carried out on .*1 refused, 1 created, 1 moved/).waitFor();
    await check('result');

    await page.getByRole('button', { name: 'Take it back' }).click();
    await dialog.getByText('2 people will be as before').waitFor();
    await check('asking to take back');
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText(/^Taken back on .*2 people as before/).waitFor();
    await check('taken back');
    await page.goto(`${origin}/index/customers/import`);
    await page.getByRole('link', { name: 'people.csv' }).waitFor();
    await page.getByText('Taken back', { exact: true }).waitFor();
    await check('earlier files');
    // What columns mean is remembered.
    await choose(page, await aFile(), 'again.csv');
    await page.getByText('1 column is left out').waitFor();
    expect(await page.getByLabel('Column Team is').inputValue()).toBe('organisationGroupIds');
    await page.getByRole('button', { name: 'Throw the file away' }).click();
    await page.getByRole('status').getByText('The file is thrown away.').waitFor();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('is asked for the exact number before many accounts are closed, on a phone', async () => {
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, origin, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const see = async (screen: string) => {
      // What is half under the bar at the top is too small for axe.
      await page.evaluate(() => scrollTo({ top: 0 }));
      await check(screen);
      expect([screen, await getHorizontalOverflow(page)]).toEqual([screen, 0]);
    };
    await logIn(visitor, 'admin@meridian.example');
    await page.goto(`${origin}/index/customers/import`);
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await see('start on a phone');
    await choose(page, await aFile());
    await page.getByLabel('Column Team is').selectOption('Group');
    await page.getByLabel(/^The file has everybody/).check();
    await see('columns on a phone');
    await page.getByRole('button', { name: 'Look at the preview' }).click();
    await page.getByText(/accounts of \d+ would be closed, which is more than 5 %/).waitFor();
    await see('preview on a phone');
    await page.getByRole('button', { name: /^Account closes \d+/ }).click();
    await page.getByText('Not in the file').first().waitFor();
    await page.getByRole('button', { name: /^Carry out for \d+ people/ }).click();
    const dialog = page.getByRole('dialog');
    const carryOut = dialog.getByRole('button', { name: 'Carry out' });
    const number = ((await dialog.getByText(/^Type \d+ to confirm/).textContent()) ?? '').replaceAll(/\D/g, '');
    await dialog.getByLabel(/^Type/).fill(String(Number(number) - 1));
    expect(await carryOut.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type/).fill(number);
    expect(await carryOut.isDisabled()).toBe(false);
    await check('the brake on a phone');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });
});
