import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { findAxeViolations } from './accessibility.ts';
import { hold, logIn } from './actions.ts';
import { BRANDS, DESKTOP_WIDTH, widthsFor } from './portal.ts';
import { usePagesWithMail } from './use-pages.ts';

const { portal, database, mailJobs } = usePagesWithMail();

describe('an administrator', () => {
  it.each(widthsFor('invitations'))(
    'sees who has not activated their account and invites one, several and all, at %i px',
    async (width) => {
      const visitor = await portal.openPage('sundial', width);
      const { page, origin, pageErrors } = visitor;
      const { db } = database;
      await sql`update customer set password_hash = 'x' where organisation_id = 1 and password_hash is null`.execute(db);
      await sql`delete from invitation`.execute(db);
      const people = [];
      for (const firstName of ['Abel', 'Berit', 'Carlo', 'Dana']) people.push(await aPerson(db, { firstName }));
      const [abel] = people;
      const findings: string[] = [];
      const look = async (state: string) => {
        // axe reports elements half covered by the bar at the top as too small.
        await page.evaluate(() => scrollTo({ top: 0 }));
        findings.push(...(await findAxeViolations(page)).map((finding) => `${state}: ${finding}`));
      };

      await logIn(visitor, 'admin@meridian.example');
      await page
        .getByRole('link', { name: /People/ })
        .filter({ visible: true })
        .click();
      await page.getByRole('navigation', { name: 'People', exact: true }).getByRole('link', { name: 'Invitations' }).click();
      await page.waitForURL(`${origin}/index/invitations`);
      await page.getByText('Abel Forthetest').waitFor();
      await page.getByRole('button', { name: 'Invite: Abel Forthetest' }).click();
      await page.getByRole('status').getByText('Abel Forthetest has been invited.').waitFor();
      await page.getByRole('link', { name: 'Invited 1' }).click();
      await page.waitForURL(/state=Invited/);
      const again = page.getByRole('button', { name: 'Invite again: Abel Forthetest' });
      await again.waitFor();
      expect(await again.isDisabled()).toBe(true);
      await page.getByText('Berit Forthetest').waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'All 4' }).click();

      await page.getByRole('checkbox', { name: 'Select Abel Forthetest' }).check();
      await page.getByRole('checkbox', { name: 'Select Berit Forthetest' }).check();
      await look('selection');
      await page.getByRole('button', { name: 'Invite 2 people' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite 2 people?' });
      await dialog.getByText('1 person will get an email.').waitFor();
      await dialog.getByText('1 person will not get one:').waitFor();
      await dialog.getByText('Abel Forthetest: An invitation was sent less than 10 minutes ago.').waitFor();
      await look('confirmation');
      await dialog.getByRole('button', { name: 'Send 1 invitation' }).click();
      await look('outcome');
      // The list refreshes while invitations are sent.
      await page.getByText('1 invitation sent.').waitFor();
      await page.getByRole('button', { name: 'Invite again: Berit Forthetest' }).waitFor();

      await page.getByRole('searchbox', { name: 'Search people' }).fill('forthetest carl');
      await page.waitForURL(/q=forthetest\+carl/);
      // Cancelled before the response, which must not be taken for that to the next question.
      const release = await hold(page, '**/api/invitations');
      await page.getByRole('button', { name: 'Invite all 1 found' }).click();
      await page.getByRole('dialog', { name: 'Invite 1 person?' }).getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('searchbox', { name: 'Search people' }).fill('');
      await page.getByText('Dana Forthetest').waitFor();
      await page.getByRole('button', { name: 'Invite everyone' }).click();
      await page.getByRole('dialog', { name: 'Invite 4 people?' }).getByText('Cancel').waitFor();
      release();
      await page.getByText('2 people will not get one:').waitFor();
      await page.getByRole('button', { name: 'Send 2 invitations' }).click();
      await page.getByText('2 invitations sent.').waitFor();
      for (const { email } of people) await mailJobs.waitForMailedLink(email, '/userActivation');
      expect((await mailJobs.listMails(abel?.email)).length).toBe(1);

      await sql`update customer set password_hash = 'x' where organisation_id = 1 and password_hash is null`.execute(db);
      await page.reload();
      await page.getByText('Everyone has set a password').waitFor();
      await look('no one left');
      expect([findings, pageErrors]).toEqual([[], []]);
      await visitor.close();
    },
  );

  it('is not available to a buyer, who sees neither the link nor the page', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    await logIn(visitor, BRANDS.sundial.buyer, '/index/customers');
    await visitor.page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await visitor.page
      .getByRole('link', { name: /People/ })
      .first()
      .waitFor();
    expect(await visitor.page.getByRole('link', { name: 'Invitations' }).count()).toBe(0);
    await visitor.page.goto(`${visitor.origin}/index/invitations`);
    await visitor.page.waitForURL(/\/index\/home/);
    await visitor.close();
  });
});
