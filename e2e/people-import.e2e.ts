import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { logIn } from './actions.ts';
import { createAxeCollector, followLink, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();
/** Owed three shirts, with nothing ordered. */
const WEARER = 'new.starter@meridian.example';

/** A file with a new person, someone who moves, and a row that cannot be imported. */
async function aFile(): Promise<string> {
  const { rows } = await sql<{ employee_number: string; first_name: string; last_name: string; destination: string }>`
    select c.employee_number, c.first_name, c.last_name,
      (select r.name from resort r where r.organisation_id = 1 and r.id <> c.resort_id order by r.id limit 1) as destination
    from customer c where c.organisation_id = 1 and c.employee_number is not null and c.resort_id is not null and c.active order by c.id desc limit 1`.execute(
    database.db,
  );
  const known = rows[0];
  return [
    'Personnel no;Mail;First name;Surname;Crew;Site;Shoe size',
    `${known?.employee_number};;${known?.first_name};${known?.last_name};;${known?.destination};41`,
    'S-1;wilhelmina.featherstonehaugh@long-name.example;Wilhelmina;Featherstonehaugh-Cholmondeley;North;;38',
    'S-2;nobody;Ben;Ash;Nrth;;44',
  ].join('\r\n');
}

const chooseFile = (page: Page, content: string, name = 'people.csv', encoding: BufferEncoding = 'utf8') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content, encoding) });

describe('an administrator', () => {
  it('imports people from a file after a preview, and undoes the import', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, 'admin@meridian.example', '/index/customers');
    await page.getByRole('link', { name: 'Import people' }).click();
    await page.waitForURL(`${origin}/index/customers/import`);
    await page.getByText('No imports yet').waitFor();
    const safetyLimit = page.getByRole('region', { name: 'Safety limit' });
    await safetyLimit.getByLabel('Ask for confirmation above (%)').fill('five');
    await safetyLimit.getByRole('button', { name: 'Save' }).click();
    await safetyLimit.getByText('The share must be a whole number from 0 to 100.').waitFor();
    await check('no imports yet');
    await safetyLimit.getByLabel('Ask for confirmation above (%)').fill('5');
    await safetyLimit.getByRole('button', { name: 'Save' }).click();
    await safetyLimit.getByText('Before an import closes more than 5%').waitFor();
    await chooseFile(page, '{"people":[]}', 'people.json');
    await page.getByRole('alert').getByText('This is a JSON file, neither a CSV file nor an Excel workbook.').waitFor();
    await check('an unreadable file');

    await chooseFile(page, await aFile());
    await page.waitForURL(/customers\/import\/\d+/);
    await page.getByText('Please choose the column with the employee number').waitFor({ state: 'hidden' });
    await page.getByText('2 columns will not be imported').waitFor();
    await page.getByLabel('Column Crew is').selectOption('Group');
    await page.getByText('1 column will not be imported').waitFor();
    await check('columns');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const word = page.getByLabel('Nrth means');
    await word.waitFor();
    expect(await word.locator('option:checked').textContent()).toBe('North');
    await word.selectOption('Don’t import, and note it');
    await check('values');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();

    const rows = page.getByRole('table', { name: 'Rows of the file' });
    await rows.getByText('There is no group “Nrth”.').waitFor();
    expect(await page.getByRole('link', { name: 'All 3' }).getAttribute('aria-current')).toBe('page');
    await check('preview');
    await page.getByRole('link', { name: 'Moves 1' }).click();
    await page.waitForURL(/outcome=move/);
    await expect.poll(() => rows.getByRole('rowheader').count()).toBe(1);
    const report = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as Excel' }).click();
    expect((await report).suggestedFilename()).toMatch(/^import-\d+-move\.xlsx$/);

    await page.getByRole('button', { name: 'Import 2 people' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 person will be created').waitFor();
    await check('confirmation');
    await dialog.getByRole('button', { name: 'Import 2 people' }).click();
    const result = page.getByRole('status').filter({ hasText: /mported 2 people/ });
    await result.getByText('2 imported.').waitFor();
    await page.getByRole('link', { name: 'Created 1' }).waitFor();
    await check('result');

    await result.getByRole('button', { name: 'Undo' }).click();
    await result.getByText('Undone: imported 2 people: 2 restored.').waitFor();
    await rows.getByText('Undone.').first().waitFor();
    await check('undone');
    await followLink(page, '/index/customers/import');
    await page.getByRole('link', { name: 'people.csv' }).waitFor();
    await page.getByText('Undone', { exact: true }).waitFor();
    // The choices for the columns are saved.
    await chooseFile(page, await aFile(), 'again.csv');
    await page.getByText('1 column will not be imported').waitFor();
    expect(await page.getByLabel('Column Crew is').inputValue()).toBe('organisationGroupIds');
    await page.getByRole('button', { name: 'Discard file' }).click();
    await page.getByRole('status').getByText('The file was discarded.').waitFor();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('must enter the exact number before many accounts are closed, on a phone', async () => {
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const checkOnPhone = async (screen: string) => {
      // axe reports targets that the sticky header covers in part as too small.
      await page.evaluate(() => scrollTo({ top: 0 }));
      await check(screen);
      expect([screen, await getHorizontalOverflow(page)]).toEqual([screen, 0]);
    };
    await logIn(visitor, 'admin@meridian.example', '/index/customers/import');
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    // In Windows-1250, which the file does not say.
    await chooseFile(
      page,
      'All staff\r\nMail;First name;Surname\r\na@made.example;Ji\xf8\xed;Dvo\xf8\xe1k',
      'staff.csv',
      'latin1',
    );
    await page.getByRole('list', { name: 'Names to check' }).getByText('Dvořák').waitFor();
    await checkOnPhone('letters in doubt on a phone');
    await page.getByLabel('Letters are encoded as').selectOption('Western European (Windows-1252)');
    await page.getByRole('table').getByText('Dvoøák').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    // The name is in the table of either step, and in what is said about it.
    await page.getByLabel('Letters are encoded as').waitFor({ state: 'detached' });
    await page.getByText('Dvoøák').first().waitFor();
    await page.getByRole('button', { name: 'Discard file' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await chooseFile(page, await aFile());
    await page.getByLabel('Column Crew is').selectOption('Group');
    await page.getByLabel(/^The file lists everyone/).check();
    await checkOnPhone('columns on a phone');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByLabel('Nrth means').waitFor();
    await checkOnPhone('values on a phone');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByText(/accounts of \d+ would be closed, which is more than 5%/).waitFor();
    await checkOnPhone('preview on a phone');
    await page.getByRole('link', { name: /^Account closes \d+/ }).click();
    await page.getByText('Not in the file').first().waitFor();
    await page.getByRole('button', { name: /^Import \d+ people/ }).click();
    const dialog = page.getByRole('dialog');
    const importButton = dialog.getByRole('button', { name: /^Import/ });
    const number = ((await dialog.getByText(/^Enter \d+ to confirm/).textContent()) ?? '').replaceAll(/\D/g, '');
    await dialog.getByLabel(/^Enter/).fill(String(Number(number) - 1));
    expect(await importButton.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Enter/).fill(number);
    expect(await importButton.isDisabled()).toBe(false);
    await check('confirmation on a phone');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('imports what a wearer had left elsewhere, and adjusts it for the selected people', async () => {
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const checkPage = async (screen: string) => {
      await page.evaluate(() => scrollTo({ top: 0 }));
      await check(screen);
      expect([screen, await getHorizontalOverflow(page)]).toEqual([screen, 0]);
    };
    const { rows } = await sql<{ wardrobe: string; target: string }>`
      select w.name as wardrobe, a.label as target from entitlement_account a join collection w on w.id = a.collection_id
      where a.customer_id = (select id from customer where email = ${WEARER}) and a.status = 'open' and a.base = 3 order by a.id limit 1`.execute(
      database.db,
    );
    const [balance] = rows;
    await logIn(visitor, 'admin@meridian.example', '/index/customers/import');
    await page.getByRole('link', { name: 'Opening balances', exact: true }).click();
    await page.getByRole('heading', { name: 'What an opening balance is' }).waitFor();
    await page.getByText('No imports yet').waitFor();
    const lines = ['Mail;Wardrobe;Garment;Unit;Left', `${WEARER};${balance?.wardrobe};${balance?.target};pieces;2`];
    await chooseFile(page, [...lines, `${WEARER};${balance?.wardrobe};${balance?.target};points;2`].join('\r\n'));
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const list = page.getByRole('list', { name: 'Rows of the file' });
    await list.getByText('The unit of this balance is pieces, not points.').waitFor();
    await list.getByText(/^Left in /).waitFor();
    await checkPage('preview of balances');
    await page.getByRole('button', { name: 'Import 1 balance' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 balance' }).click();
    await page.getByText('1 imported.').waitFor();
    await checkPage('imported balances');

    await followLink(page, `/index/customers?q=${WEARER}`);
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Adjust uniform' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Wardrobe').selectOption(balance?.wardrobe ?? '');
    await dialog.getByLabel('Group or budget').selectOption(balance?.target ?? '');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('Please enter a reason.').waitFor();
    await dialog.getByLabel('Pieces').fill('1');
    await dialog.getByLabel('Reason').fill('Second post');
    await check('adjusting several people');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: 'Adjust 1 person' }).click();
    const result = page.getByRole('status').filter({ hasText: 'Adjusted the uniform of 1 person' });
    await result.getByText('1 adjusted.').waitFor();
    await result.getByRole('button', { name: 'Undo' }).click();
    await result.getByText('1 restored.').waitFor();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });
});
