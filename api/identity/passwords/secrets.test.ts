import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal({
  logTo: {
    write: (line) => {
      log += line;
    },
  },
});
const mailJobs = useMailJobs(portal);
let log = '';

/** Every column that contains a text, its bytes or its JSON form, as `table.column`. */
async function findOccurrences(secret: string): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select n.nspname as schema, c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and a.attnum > 0 and not a.attisdropped`.execute(
    portal.db,
  );
  const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').replace(/=+$/, '')];
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.table(`${schema}.${table}`)} where ${sql.ref(column)}::text like any (${forms.map((form) => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`)})) as found`.execute(
      portal.db,
    );
    if (rows[0]?.found) found.push(`${table}.${column}`);
  }
  return found;
}

describe('links and passwords', () => {
  it('appear in no log line and nowhere in the database, from the request to the new password', async () => {
    const person = await aPerson(portal.db, { passwordHash: 'x', firstName: 'Needleworker' });
    const invited = await aPerson(portal.db);
    const admin = await portal.as('admin@meridian.example');
    const passwords = ['Thimble & moss 41', 'Bobbin-kettle-77', 'short1!', 'Wrong-thimble-9'] as const;
    const headers = { host: 'localhost' };
    const post = (url: string, payload: object) => portal.app.inject({ method: 'POST', url, headers, payload });

    await portal.app.inject({
      method: 'POST',
      url: '/api/passwordrecovery',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: person.email }).toString(),
    });
    await mailJobs.runRecoveryJobs();
    await admin.get(`/api/sendemailinvite/${invited.id}`);
    const tokens = await Promise.all(
      [person, invited].map(async ({ email }) => (await mailJobs.listMails(email))[0]?.secrets?.token as string),
    );
    for (const [at, { email }] of [person, invited].entries()) {
      const token = tokens[at] as string;
      const query = new URLSearchParams({ email, token });
      for (const path of ['/api/checkpasswordtoken', '/api/checkinvitationtoken', '/resetpassword', '/api/nothing', '/api/%'])
        await portal.app.inject({ url: `${path}?${query}`, headers });
      const reset = { email, token, organisationId: 1 };
      await post('/api/customers/updatePassword', { passwordReset: { ...reset, password: passwords[2] } });
      await post('/api/customers/updatePassword', { passwordReset: { email, token } });
      expect(
        (await post('/api/customers/updatePassword', { passwordReset: { ...reset, password: passwords[0] } })).json(),
      ).toMatchObject({
        success: true,
      });
      await post('/api/customers/updatePassword', { passwordReset: { ...reset, password: passwords[0] } });
    }
    const client = await portal.as(person.email);
    await client.post('/api/changepassword', { currentPassword: passwords[3], newPassword: passwords[1] });
    expect((await client.post('/api/changepassword', { currentPassword: passwords[0], newPassword: passwords[1] })).status).toBe(
      200,
    );
    // An error in the middle makes the message of PostgreSQL appear in the log.
    await runAsOwner(portal, `alter table audit_event add constraint broken check (action <> 'password.set') not valid`);
    const token = await mailJobs.issueLink(person, 'recovery');
    const broken = await post('/api/customers/updatePassword', {
      passwordReset: { email: person.email, token, organisationId: 1, password: passwords[0] },
    });
    expect(broken.statusCode).toBe(500);

    // A search that never finds anything would prove nothing.
    expect(await findOccurrences('Needleworker')).toContain('customer.first_name');
    expect(log).toContain('audit_event');
    for (const secret of [...tokens, token, ...passwords]) {
      expect([secret, await findOccurrences(secret)]).toEqual([secret, []]);
      expect([secret, log.includes(secret), log.includes(encodeURIComponent(secret))]).toEqual([secret, false, false]);
    }
    for (const { email } of [person, invited]) expect(log).not.toContain(email);
  }, 60_000);
});
