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

interface Occurrence {
  secret: string;
  /** `table.column` */
  column: string;
}

/** Every column that contains one of the texts, its bytes or its JSON form. Reads each table once; the texts contain no quotes or backslashes. */
async function findOccurrences(secrets: readonly string[]): Promise<Occurrence[]> {
  const { rows: tables } = await sql<{ schema: string; table: string; columns: string[] }>`
    select n.nspname as schema, c.relname as table, array_agg(a.attname::text) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and a.attnum > 0 and not a.attisdropped
    group by 1, 2`.execute(portal.db);
  const forms = secrets.flatMap((secret) => [
    { secret, form: secret },
    { secret, form: Buffer.from(secret).toString('hex') },
    { secret, form: Buffer.from(secret).toString('base64').replace(/=+$/, '') },
  ]);
  const patterns = forms.map(({ form }) => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const found: Occurrence[] = [];
  for (const { schema, table, columns } of tables) {
    const values = columns.map((column) => sql`(${`${table}.${column}`}, t.${sql.ref(column)}::text)`);
    const { rows } = await sql<Occurrence>`
      select distinct f.secret, v.name as column
      from ${sql.table(`${schema}.${table}`)} t
      cross join lateral (values ${sql.join(values)}) v (name, value)
      join unnest(${forms.map(({ secret }) => secret)}::text[], ${patterns}::text[]) f (secret, pattern) on v.value like f.pattern
      where t::text like any (${patterns})`.execute(portal.db);
    found.push(...rows);
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
    expect(await findOccurrences(['Needleworker'])).toContainEqual({ secret: 'Needleworker', column: 'customer.first_name' });
    expect(log).toContain('audit_event');
    const secrets = [...tokens, token, ...passwords];
    expect(await findOccurrences(secrets)).toEqual([]);
    for (const secret of secrets) {
      expect([secret, log.includes(secret), log.includes(encodeURIComponent(secret))]).toEqual([secret, false, false]);
    }
    for (const { email } of [person, invited]) expect(log).not.toContain(email);
  }, 60_000);
});
