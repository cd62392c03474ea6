import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aStockedProduct, aWardrobe } from '#api/testing/builders.ts';
import { findOpenAccount } from '#api/testing/entitlement.ts';
import { listOf, logIn } from './actions.ts';
import { aPersonWithPassword, createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { PHONE_WIDTH, widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

describe('an administrator', () => {
  it.each(widthsFor('wardrobes'))('builds a wardrobe and copies it to another season, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const dialog = page.getByRole('dialog');
    const groups = page.getByRole('list', { name: 'Groups', exact: true });
    const bar = page.getByRole('region', { name: 'Draft' });
    const saved = (text: string) => page.getByRole('status').getByText(text).waitFor();
    const name = `Night porters ${width}`;
    const { rows } = await sql<{ id: number }>`
      insert into season (organisation_id, name, starts_on, ends_on) values (1, ${`Season ${width}`}, '2031-01-01', '2031-12-31') returning id`.execute(
      database.db,
    );

    await logIn(visitor, 'admin@meridian.example', '/index/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Wardrobes' }).click();
    await listOf(page, 'Wardrobes').getByRole('link', { name: 'Front Desk, women’s cut' }).waitFor();
    await page.getByRole('button', { name: 'Add a wardrobe' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('checkbox', { name: /^Unlimited/ }).uncheck();
    await dialog.getByLabel('Orders beyond the entitlement').selectOption({ label: 'Paid by the wearer' });
    await dialog.getByText('People pay by card for what they order for themselves').waitFor();
    await check('a new wardrobe');
    await dialog.getByRole('button', { name: 'Add wardrobe' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();

    // A group with two products, in a draft.
    await page.getByRole('button', { name: 'Add group', exact: true }).click();
    await dialog.getByLabel('Name').fill('Polos');
    await dialog.getByLabel('Pieces for each wearer').fill('3');
    await page.keyboard.press('Enter');
    await saved('“Polos” added in the draft.');
    await page.getByRole('button', { name: 'Add products to Polos' }).click();
    await dialog.getByLabel('Search your range').fill('polo');
    const add = dialog.getByRole('list', { name: 'Products found' }).getByRole('button');
    await add.first().click();
    await add.first().click();
    await dialog
      .getByLabel(/^Pieces of/)
      .first()
      .fill('0');
    await dialog.getByRole('button', { name: 'Save 2 products' }).click();
    await dialog.getByText('From 1 to 999').waitFor();
    await check('the products of a group');
    await dialog
      .getByLabel(/^Pieces of/)
      .first()
      .fill('');
    await dialog.getByRole('button', { name: 'Save 2 products' }).click();
    await page.getByRole('list', { name: 'Products of Polos' }).getByRole('listitem').nth(1).waitFor();

    // An either/or with a group under one of its options, whose picture is that of a product.
    await page.getByRole('button', { name: 'Add either/or' }).click();
    await dialog.getByLabel('Name').fill('Trousers or shorts');
    await dialog.getByLabel('First option').fill('Trousers');
    await dialog.getByLabel('Second option').fill('Shorts');
    await page.keyboard.press('Enter');
    await saved('“Trousers or shorts” added in the draft.');
    await page.getByRole('button', { name: 'Edit option Shorts' }).click();
    await dialog.getByRole('radio').nth(1).check();
    await check('an option');
    await dialog.getByRole('button', { name: 'Save option' }).click();
    await saved('“Shorts” changed in the draft.');
    await page.getByRole('button', { name: 'Add group to Shorts' }).click();
    await dialog.getByLabel('Name').fill('Shorts for summer');
    await dialog.getByLabel('Pieces for each wearer').fill('2');
    await page.keyboard.press('Enter');
    await saved('“Shorts for summer” added in the draft.');

    // The number of a group, and its order by keyboard.
    await page.getByRole('button', { name: 'More: Pieces of Polos' }).click();
    await page.getByText('4 pieces each').waitFor();
    await page.getByRole('button', { name: 'Move Polos. Use the arrow keys.' }).press('ArrowDown');
    await expect.poll(() => groups.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Trousers or shorts', 'Polos']);
    await bar.getByText('No one has this wardrobe yet').waitFor();
    expect(await getHorizontalOverflow(page)).toBe(0);
    await check('a draft');

    await bar.getByRole('button', { name: 'Publish version 2' }).click();
    await dialog.getByText('Trousers or shorts added: either Trousers or Shorts').waitFor();
    await check('publishing');
    await dialog.getByRole('button', { name: 'Publish version 2' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByText('Published a draft').waitFor();

    // A group without products is named. The preview shows what a wearer would see, and saves nothing.
    await page.getByText('Nothing can be ordered in Shorts for summer').waitFor();
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(`${request.method()} ${request.url()}`);
    });
    await page.getByRole('link', { name: 'Preview as a wearer' }).click();
    await page.getByText(`Preview: what a wearer of ${name} sees.`).waitFor();
    expect(await page.getByLabel('The wearer’s allocation').inputValue()).toBe('20');
    await check('a preview');
    await page.getByRole('link', { name: /^Trousers or shorts/ }).click();
    await page.waitForURL(/\/choices\//);
    await page
      .locator('label')
      .filter({ hasText: /^Trousers/ })
      .click();
    await page.getByRole('button', { name: 'Continue with trousers' }).click();
    await page.getByRole('link', { name: /^Polos/ }).click();
    await page.getByRole('list', { name: 'Polos', exact: true }).getByRole('link').first().click();
    await page.getByText('This is where wearers see which size is likely to fit them.').waitFor();
    await check('a garment of a preview');
    expect(await page.getByRole('button', { name: /^Add/ }).count()).toBe(0);
    expect(await getHorizontalOverflow(page)).toBe(0);
    expect(changes).toEqual([]);
    await page.getByRole('link', { name: 'Back to the wardrobe' }).click();

    // Copied to a season once.
    await page.getByRole('button', { name: 'Copy to another season' }).click();
    await dialog.getByLabel('Season', { exact: true }).selectOption({ label: `Season ${width}` });
    await dialog.getByRole('button', { name: 'Copy wardrobe' }).click();
    await page.getByRole('heading', { name: `${name}, Season ${width}`, level: 1 }).waitFor();
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy to another season' }).click();
    await dialog.getByRole('link', { name: `${name}, Season ${width}` }).waitFor();
    expect(
      await dialog
        .getByLabel('Season', { exact: true })
        .getByRole('option', { name: `Season ${width}` })
        .count(),
    ).toBe(0);
    await check('copying');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete wardrobe' }).click();
    await page.getByRole('heading', { name: 'Wardrobes', level: 1 }).waitFor();
    await saved(`“${name}” deleted.`);
    await sql`delete from collection where organisation_id = 1 and season_id = ${rows[0]?.id ?? 0}`.execute(database.db);
    await sql`delete from season where organisation_id = 1 and id = ${rows[0]?.id ?? 0}`.execute(database.db);
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it.each(widthsFor('the draft of a wardrobe'))(
    'changes a wardrobe in a draft that a colleague edits too, publishes it and undoes that, at %i px',
    async (width) => {
      const { db } = database;
      const garment = await aStockedProduct(db);
      const wearer = await aPersonWithPassword(db, { role: 'Staff' });
      const colleague = await aPersonWithPassword(db, { role: 'Admin', firstName: 'Helen' });
      const { collectionId } = await aWardrobe(db, wearer.id, [garment], { allocationTypeId: 20 });
      const countOwed = async () => (await findOpenAccount(db, wearer.id)).granted;
      const open = async (email: string) => {
        const visitor = await portal.openPage('sundial', width);
        await logIn(visitor, email, `/index/settings/wardrobes/${collectionId}`);
        const { page } = visitor;
        const bar = page.getByRole('region', { name: 'Draft' });
        const dialog = page.getByRole('dialog');
        const quantity = page.getByRole('textbox', { name: 'Pieces of Garments' });
        const press = (name: 'More' | 'Fewer') => page.getByRole('button', { name: `${name}: Pieces of Garments` }).click();
        const shows = (pieces: string) => expect.poll(() => quantity.inputValue()).toBe(pieces);
        await shows('3');
        return { visitor, page, bar, dialog, press, shows, axe: createAxeCollector(page) };
      };
      const ruth = await open('admin@meridian.example');
      const helen = await open(colleague.email);

      // A draft grants nothing to anyone.
      await ruth.press('More');
      await ruth.press('More');
      await ruth.bar.getByText(/^1 person gains 2 pieces/).waitFor();
      await ruth.axe.check('a draft');
      expect(await countOwed()).toBe(3);
      expect(await getHorizontalOverflow(ruth.page)).toBe(0);

      // The colleague began one too, at the same time.
      await helen.press('Fewer');
      await helen.page.getByText(/saved this draft at .* Your changes were not saved\./).waitFor();
      await helen.axe.check('a draft that someone else has saved');
      await helen.shows('2');
      await helen.page.getByRole('button', { name: 'Show that version' }).click();
      await helen.shows('5');
      await helen.press('Fewer');
      await helen.bar.getByText(/^1 person gains 1 piece,/).waitFor();

      // What was seen is published, and nothing else.
      await ruth.bar.getByRole('button', { name: 'Publish version 2' }).click();
      const publish = ruth.dialog.getByRole('button', { name: 'Publish version 2' });
      await ruth.dialog.getByText('Garments: 5 instead of 3 pieces').waitFor();
      await publish.click();
      await ruth.dialog.getByText(/^Helen Forthetest saved this draft at/).waitFor();
      await ruth.dialog.getByText('Garments: 4 instead of 3 pieces').waitFor();
      await ruth.axe.check('publishing');
      expect(await countOwed()).toBe(3);
      await publish.click();
      await ruth.page.getByText('Version 2 is in use.').waitFor();
      await ruth.bar.waitFor({ state: 'detached' });
      await expect.poll(countOwed).toBe(4);
      await ruth.axe.check('a version in use');

      await helen.press('More');
      await helen.page.getByText('Someone else has published or discarded this draft. Your changes were not saved.').waitFor();
      await helen.page.getByRole('button', { name: 'Show version 2' }).click();
      await helen.shows('4');

      await ruth.page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await ruth.dialog.getByRole('button', { name: 'Undo change' }).click();
      await ruth.page.getByText('Undone: version 1 is in use again.').waitFor();
      await ruth.shows('3');
      await expect.poll(countOwed).toBe(3);

      expect([ruth, helen].flatMap(({ axe, visitor }) => [...axe.findings, ...visitor.pageErrors])).toEqual([]);
      await ruth.visitor.close();
      await helen.visitor.close();
    },
  );

  it('reads in a preview why a garment has no sizes, on a phone', async () => {
    const { db } = database;
    const garment = await aStockedProduct(db, { roleIds: [34] });
    const { id } = await aPersonWithPassword(db, { role: 'Staff' });
    const { collectionId, groupId } = await aWardrobe(db, id, [garment]);
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page } = visitor;
    await logIn(
      visitor,
      'admin@meridian.example',
      `/index/uniform-builder/groups/${groupId}?collectionId=${collectionId}&preview=true`,
    );
    await page.getByRole('heading', { level: 1, name: garment.name }).waitFor();
    await page.getByText('This garment is limited to other customer roles', { exact: false }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await visitor.close();
  });

  it.each(widthsFor('wardrobes of a group'))('of a group can read the wardrobes of the organisation, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page } = visitor;
    await logIn(visitor, 'north.admin@meridian.example', '/index/settings/wardrobes/12');
    await page.getByText('Managed by the administrators of the whole organisation').waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete|Add|Copy|Move|More)/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'View people' }).click();
    await page.waitForURL(/\/index\/customers\?wardrobe=12$/);
    await page.getByRole('button', { name: /^Wardrobe: Front Desk/ }).waitFor();
    await visitor.close();
  });
});
