import { describe, expect, it } from 'vitest';
import { getLocalDay } from '#api/platform/local-day.ts';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

describe('approval', () => {
  it.each([DESKTOP_WIDTH])('rules are added, changed and deleted by an administrator, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const dialog = page.getByRole('dialog');
    const rules = page.getByRole('list', { name: 'Approval rules' });
    await logIn(visitor, 'admin@meridian.example', '/index/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Approval rules' }).click();
    await rules.getByText('Orders of goods above £1,000.00, excluding tax').waitFor();

    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('menuitem', { name: 'Orders above an amount' }).click();
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByText('Amount is required.').waitFor();
    await dialog.getByLabel('Amount').fill('250');
    await dialog.getByLabel('Whose orders').selectOption({ label: 'Members of South' });
    await check('a new rule');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await rules.getByText('Orders of goods above £250.00, excluding tax').waitFor();

    await page.getByRole('button', { name: 'Edit Orders of goods above £250.00, excluding tax, members of south' }).click();
    await dialog.getByLabel('Amount').fill('300');
    await dialog.getByRole('button', { name: 'Save rule' }).click();
    await rules.getByText('Orders of goods above £300.00, excluding tax').waitFor();

    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('menuitem', { name: 'Orders with a product' }).click();
    await dialog.getByRole('searchbox', { name: 'Search your range' }).fill('polo');
    await dialog.getByRole('button', { name: 'Choose Meridian polo shirt' }).click();
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await rules.getByText('Orders with Meridian polo shirt').waitFor();

    for (const name of [
      'Delete Orders of goods above £300.00, excluding tax, members of south',
      'Delete Orders with Meridian polo shirt, everyone',
    ]) {
      await page.getByRole('button', { name }).click();
      await dialog.getByText('Orders already waiting still need approval.').waitFor();
      await dialog.getByRole('button', { name: 'Delete rule' }).click();
      await page.getByRole('button', { name }).waitFor({ state: 'detached' });
    }
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it.each([PHONE_WIDTH])('is delegated for some days, and the delegation is ended, at %i px', async (width) => {
    const visitor = await portal.openPage('alder', width);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const dialog = page.getByRole('dialog');
    await logIn(visitor, 'approver@hallam.example', '/index/approvals/delegations');
    await page.getByText('No delegations').waitFor();
    await page.getByRole('button', { name: 'Delegate my approvals' }).click();
    await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
    await dialog.getByText('Please choose who decides.').waitFor();
    await dialog.getByRole('searchbox', { name: 'Who decides in the meantime' }).fill('admin@hallam');
    await dialog.getByRole('button', { name: 'Choose Charlotte Devereux' }).click();
    const today = getLocalDay(Date.now(), 'Europe/London');
    await dialog.getByLabel('First day').fill(today);
    await dialog.getByLabel('Last day').fill(today);
    await check('delegating');
    expect(await getHorizontalOverflow(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
    await page.getByRole('heading', { name: 'Charlotte Devereux decides for you' }).waitFor();
    await check('a delegation');
    await page.goto(`${visitor.origin}/index/approvals`);
    await page.getByText(/^Charlotte Devereux decides for you until /).waitFor();
    await page.getByRole('link', { name: 'View delegations' }).click();

    await page.getByRole('button', { name: 'End: Charlotte Devereux decides for you' }).click();
    await dialog.getByText('You decide on orders again immediately, instead of Charlotte Devereux.').waitFor();
    await dialog.getByRole('button', { name: 'End delegation' }).click();
    await page.getByText('No delegations').waitFor();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });
});
