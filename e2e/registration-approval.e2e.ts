import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { anApplicant, aRegistrationLink, listPeopleByEmail } from '#api/testing/registrations.ts';
import { findAxeViolations } from './accessibility.ts';
import { logIn, logInByForm } from './actions.ts';
import { PASSWORD as DEMO_PASSWORD, DESKTOP_WIDTH, type PageSession, PHONE_WIDTH, widthsFor } from './portal.ts';
import { usePagesWithMail } from './use-pages.ts';

const PASSWORD = 'Kettle & moss 71';

const { portal, database, mailJobs } = usePagesWithMail();

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Collects what axe finds in each state that is checked. */
function watch({ page }: PageSession) {
  const findings: string[] = [];
  const look = async (state: string) => {
    // axe reports elements half covered by the bar at the top as too small.
    await page.evaluate(() => scrollTo({ top: 0 }));
    findings.push(...(await findAxeViolations(page)).map((finding) => `${state}: ${finding}`));
    if ((await overflow(page)) > 0) findings.push(`${state}: wider than the window`);
  };
  return { findings, look };
}
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const expectMessage = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor();

/** Inserts a waiting request, as registering would. */
async function aRequest(firstName: string, lastName = 'Waiting') {
  const { id } = await aRegistrationLink(database.db, { type: 3 });
  const { email } = anApplicant();
  await sql`insert into registration (organisation_id, brand_id, link_id, state, email, first_name, last_name)
    values (1, 1, ${id}, 'waiting', ${email}, ${firstName}, ${lastName})`.execute(database.db);
  return { name: `${firstName} ${lastName}`, email };
}

describe('an administrator at Meridian', () => {
  it.each(widthsFor('registration-approval'))(
    'approves one and rejects one; both are emailed, and the first logs in, at %i px',
    async (width) => {
      const visitor = await portal.openPage('sundial', width);
      const { page, origin, pageErrors } = visitor;
      const { findings, look } = watch(visitor);
      const [approved, rejected] = [await aRequest('Ines', `at ${width}`), await aRequest('Otto', `at ${width}`)];

      await logIn(visitor, 'admin@meridian.example');
      await page
        .getByRole('link', { name: /^People, *\d+ waiting|^People *\d+ waiting|^\d+ waiting People/ })
        .filter({ visible: true })
        .click();
      await page.waitForURL(/\/index\/customers$/);
      await page
        .getByRole('navigation', { name: 'People' })
        .getByRole('link', { name: /^Registrations/ })
        .click();
      await page.waitForURL(/\/index\/registrations$/);
      await card(page, approved.name).waitFor();
      await page.getByRole('button', { name: `Approve ${approved.name}` }).click();
      await expectMessage(page, `${approved.name} approved. They will receive an email with a link to create a password.`);
      await card(page, approved.name).waitFor({ state: 'detached' });
      // The focus moves to the next request, so that keyboard users continue from there.
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');

      await page.getByRole('button', { name: `Reject ${rejected.name}` }).click();
      await page.getByRole('button', { name: 'Reject request', exact: true }).click();
      await page.getByText('Reason is required.', { exact: true }).waitFor();
      await look('rejecting');
      await page.getByLabel(`Reason for ${rejected.name}`).fill('We do not know you.\nAsk your manager, please.');
      await page.getByRole('button', { name: 'Reject request', exact: true }).click();
      await expectMessage(page, `${rejected.name} rejected. We will email them your reason.`);
      await card(page, rejected.name).waitFor({ state: 'detached' });

      await page.getByRole('navigation', { name: 'Requests by status' }).getByRole('link', { name: 'Rejected' }).click();
      await page.waitForURL(/state=rejected/);
      await card(page, rejected.name).getByText('We do not know you.').waitFor();
      await page.getByRole('searchbox', { name: 'Search requests' }).fill('no such name');
      await page.getByRole('heading', { name: 'No matching requests' }).waitFor();
      await look('nothing found');
      await page.getByRole('button', { name: 'Clear search and filters' }).click();
      await card(page, rejected.name).waitFor();
      await look('rejected');

      expect(await listPeopleByEmail(database.db, rejected.email)).toEqual([]);
      const [refusal] = await mailJobs.renderMails(rejected.email);
      expect(refusal?.text).toContain('We do not know you.');
      await page.goto(origin + (await mailJobs.waitForMailedLink(approved.email, '/userActivation')));
      await page.getByLabel('Set password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByText('Your account is ready to use. Please login here.', { exact: true }).waitFor();
      await logInByForm(visitor, approved.email, PASSWORD);
      // Staff are not administrators, whatever they enter.
      await page.goto(`${origin}/index/registrations`);
      await page.waitForURL(/\/index\/(?!registrations)/);

      expect([findings, pageErrors]).toEqual([[], []]);
      await visitor.close();
    },
  );

  it.each([PHONE_WIDTH])('pages through many requests and long names, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page, pageErrors } = visitor;
    const { findings, look } = watch(visitor);
    const long = `Wolfeschlegelsteinhausenbergerdorff${width}`;
    for (let index = 0; index < 12; index += 1) await aRequest(`Number${index}`, long);
    await logIn(visitor, 'admin@meridian.example', `/index/registrations?q=${long}`);
    await page.getByText('1–10 of 12 requests').waitFor();
    await look('first page');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    await page.getByText('11–12 of 12 requests').waitFor();
    await page.goBack();
    await page.getByText('1–10 of 12 requests').waitFor();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it.each([DESKTOP_WIDTH])('creates a link, copies, renames, revokes and restores it, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page, context, origin, pageErrors } = visitor;
    const { findings, look } = watch(visitor);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    await logIn(visitor, 'admin@meridian.example', '/index/registrations');
    await page.getByRole('navigation', { name: 'Registrations' }).getByRole('link', { name: 'Links' }).click();
    await page.waitForURL(/show=links/);
    await page.getByRole('button', { name: 'Create a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'New registration link' });
    await dialog.getByLabel('Name').waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)).toBe('name');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('Name is required.', { exact: true }).waitFor();
    await look('dialog with an error');
    const name = `Summer team ${width}`;
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('radio', { name: /^You approve/ }).check();
    await dialog.getByLabel('Group').selectOption('South');
    await dialog.getByRole('checkbox', { name: 'Employee number' }).check();
    await dialog.getByRole('button', { name: /^Which destinations/ }).click();
    await dialog.getByRole('checkbox', { name: 'Torbay Heights' }).check();
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('button', { name: /^Which destinations/ }).textContent()).toBe('Torbay Heights');
    // When the dialog is closed by accident, no input is lost.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create a link' }).click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe(name);
    await dialog.getByRole('checkbox', { name: 'Wardrobe', exact: true }).uncheck();
    await look('dialog');
    await dialog.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expectMessage(page, `Link “${name}” created. You can copy it below.`);
    await dialog.waitFor({ state: 'detached' });

    const link = card(page, name);
    expect(await link.textContent()).toMatch(
      /Open.*Not used yet.*Approval.*Needed.*Staff.*South.*employee number.*Torbay Heights/,
    );
    await link.getByRole('button', { name: `Copy link ${name}` }).click();
    await expectMessage(page, `Link “${name}” copied.`);
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toBe(await link.getByRole('textbox', { name: `Address of ${name}` }).inputValue());
    expect(address).toMatch(new RegExp(`^${origin}/register\\?token=[\\w-]{43}$`));

    await link.getByRole('button', { name: `Edit ${name}` }).click();
    await link.getByLabel('Name').fill('');
    await link.getByRole('button', { name: 'Save' }).click();
    await link.getByText('Name is required.', { exact: true }).waitFor();
    await look('editing');
    await link.getByLabel('Name').fill(`${name}, renamed`);
    await link.getByRole('button', { name: 'Save' }).click();
    await expectMessage(page, `Link “${name}, renamed” saved.`);
    const renamed = card(page, `${name}, renamed`);
    await renamed.getByRole('button', { name: `Revoke ${name}, renamed` }).click();
    await expectMessage(page, `Link “${name}, renamed” revoked.`);
    await renamed.getByText('Revoked', { exact: true }).first().waitFor();
    await look('revoked');
    await renamed.getByRole('button', { name: `Restore ${name}, renamed` }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirmation.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
    await confirmation.getByRole('button', { name: 'Restore link' }).click();
    await renamed.getByText('Open', { exact: true }).waitFor();

    const applicant = await portal.openPage('sundial', width);
    await applicant.page.goto(address);
    await applicant.page.getByLabel('Destination').waitFor();
    expect(await applicant.page.getByLabel('Destination').locator('option').allTextContents()).toEqual([
      'Select a destination',
      'Torbay Heights',
    ]);
    await applicant.close();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });
});

describe('administrators elsewhere', () => {
  it.each(widthsFor('alder'))('see that no request is waiting, their own links, and who opted out, at %i px', async (width) => {
    // Hallam's administrator has terms to accept first.
    await sql`update organisation set terms_required = false where id = 2`.execute(database.db);
    const visitor = await portal.openPage('alder', width);
    const { page, pageErrors } = visitor;
    const { findings, look } = watch(visitor);
    await logIn(visitor, 'admin@hallam.example', '/index/registrations');
    await page.getByRole('heading', { name: 'No requests waiting' }).waitFor();
    await look('no requests');
    await page.getByRole('link', { name: 'View registration links' }).click();
    await page.getByText('1–2 of 2 links').waitFor();
    await look('links');
    await page.getByRole('navigation', { name: 'Registrations' }).getByRole('link', { name: 'Opted out' }).click();
    await page.waitForURL(/show=opt-outs/);
    await page.getByText(/of \d+ (person|people)$|No one has opted out/).waitFor();
    await look('opted out');
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('see helpful empty states where there are no links and no opt-outs', async () => {
    const visitor = await portal.openPage('brackwell', PHONE_WIDTH);
    const { page } = visitor;
    const { findings, look } = watch(visitor);
    await sql`update customer set wardrobe_opt_out_at = null where organisation_id = 3`.execute(database.db);
    await sql`delete from registration_link_role where organisation_id = 3`.execute(database.db);
    await sql`delete from registration_link where organisation_id = 3`.execute(database.db);
    await logIn(visitor, 'admin@corvane.example', '/index/registrations?show=links');
    await page.getByRole('heading', { name: 'No links yet' }).waitFor();
    await look('no links');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByRole('dialog', { name: 'New registration link' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Registrations' }).getByRole('link', { name: 'Opted out' }).click();
    await page.getByRole('heading', { name: 'No one has opted out' }).waitFor();
    await look('no opt-outs');
    expect(findings).toEqual([]);
    await visitor.close();
  });
});
