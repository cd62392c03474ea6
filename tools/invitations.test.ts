import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { TEST_KEY } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

/** Runs the command and returns what it printed. */
async function invitations(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<{ code: number; printed: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: portal.url,
    DATABASE_OWNER_URL: portal.ownerUrl,
    SECRET_KEY: TEST_KEY,
    ...environment,
  };
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'invitations.ts'), ...args], { env });
  const {
    code = 0,
    stdout,
    stderr,
  } = await run.then(
    (done) => ({ code: 0, ...done }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, printed: stdout + stderr };
}

/** The people of an organisation without a password who could be invited, by address. */
async function listUninvited(organisationId: number) {
  const { rows } = await sql<{ id: number; email: string; name: string }>`
    select id, email, first_name || ' ' || last_name as name from customer
    where organisation_id = ${organisationId} and password_hash is null and active and deleted_at is null
      and (ends_on is null or ends_on >= current_date) order by id`.execute(portal.db);
  return rows;
}

const countEvents = async () =>
  (await sql`select from audit_event where action = 'invitation.link-printed' and actor_kind = 'system'`.execute(portal.db)).rows
    .length;

describe('npm run invitations', () => {
  it('prints a link, with which the person sets a password, and records it', async () => {
    const [person] = await listUninvited(1);
    if (!person) throw new Error('Everyone has a password.');
    const { code, printed } = await invitations(['--organisation', '1', person.email.toUpperCase()]);

    expect(code, printed).toBe(0);
    expect(printed).toContain(`${person.name}, ${person.email}\n`);
    expect(printed).toMatch(/It works once, within 7 days/);
    expect(printed).toMatch(/The links are secrets/);
    const link = new URL(/^ {2}(http.*)$/m.exec(printed)?.[1] ?? '');
    expect(link.pathname).toBe('/userActivation');
    const { rows } = await sql`
      select subject_id as "subjectId", organisation_id as "organisationId", actor_kind as "actorKind" from audit_event
      where action = 'invitation.link-printed'`.execute(portal.db);
    expect(rows).toEqual([{ subjectId: String(person.id), organisationId: 1, actorKind: 'system' }]);

    const client = portal.anonymous();
    const set = await client.post('/api/customers/updatePassword', {
      passwordReset: {
        email: person.email,
        token: link.searchParams.get('token'),
        password: 'brass kettle on a 9 ring hob',
        organisationId: 1,
      },
    });
    expect(set.body).toMatchObject({ success: true });
  });

  it('prints the links of everyone without a password, each on its own', async () => {
    const people = await listUninvited(2);
    const before = await countEvents();
    const { printed } = await invitations(['--organisation', '2']);

    const links = printed.match(/^ {2}http.*$/gm) ?? [];
    expect(new Set(links).size).toBe(people.length);
    expect(people.length).toBeGreaterThan(1);
    for (const { email } of people) expect(printed).toContain(email);
    expect(await countEvents()).toBe(before + people.length);
  });

  it('gives no one a link if one of those named cannot get one', async () => {
    const before = await countEvents();
    const [person] = await listUninvited(3);
    const { code, printed } = await invitations([
      '--organisation',
      '3',
      person?.email ?? '',
      'staff@corvane.example',
      // Someone of another organisation.
      'staff@meridian.example',
    ]);
    expect(code).toBe(1);
    expect(printed).toBe(
      'staff@corvane.example: Already has a password.\nstaff@meridian.example: No one in the organisation has this email address.\n',
    );
    expect(await countEvents()).toBe(before);
  });

  it.each([
    [[], {}, /^Which organisation\?\n {2}--organisation \d/],
    [['--organisation', '99'], {}, /^organisation: Organisation not found\./],
    [['--organisation', 'Meridian'], {}, /^Usage: npm run invitations/],
    [['--all'], {}, /^Usage: npm run invitations/],
    [
      ['--organisation', '1'],
      { SMTP_URL: 'smtp://mail.example' },
      /^A mail server is set \(SMTP_URL\), so invitations are mailed/,
    ],
  ])('prints no link for %j with %j', async (args, environment, message) => {
    const before = await countEvents();
    expect(await invitations(args, environment)).toEqual({ code: 1, printed: expect.stringMatching(message) });
    expect(await countEvents()).toBe(before);
  });
});
