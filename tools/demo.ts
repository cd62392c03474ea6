import { Client } from 'pg';
import { demoHosts, demoLogins, demoOperator, demoPassword } from '#demo/demo-logins.ts';
import { plans } from '#demo/organisations/plans.ts';

/** Whether the database has been migrated but contains no data. */
export function isEmptyDatabase(databaseUrl: string): Promise<boolean> {
  return ask(databaseUrl, 'SELECT NOT EXISTS (SELECT FROM organisation) AS answer');
}

/** Whether the database contains people or the operator of the demonstration. Their addresses are below `.example`, where no one receives mail. */
export function isDemoDatabase(databaseUrl: string): Promise<boolean> {
  const domains = plans.map(({ mailDomain }) => mailDomain);
  return ask(
    databaseUrl,
    `SELECT EXISTS (SELECT FROM customer WHERE email_domain = ANY ($1) AND deleted_at IS NULL)
       OR EXISTS (SELECT FROM operator WHERE email = $2) AS answer`,
    [domains, demoOperator.email],
  );
}

async function ask(databaseUrl: string, sql: string, values: unknown[] = []): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: boolean }>(sql, values);
    return rows[0]?.answer ?? false;
  } finally {
    await client.end();
  }
}

/** Sets the port in the brands' addresses, so that links in mail lead to this portal. */
export async function setBrandPorts(port: number, databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      String.raw`UPDATE brand SET canonical_origin = regexp_replace(canonical_origin, '\d+$', $1)
        WHERE canonical_origin ~ '^http://([a-z]+\.)?localhost:\d+$' AND canonical_origin !~ (':' || $1 || '$')`,
      [String(port)],
    );
  } finally {
    await client.end();
  }
}

/** Describes the hosts and log-ins to try, and where to read mail. */
export function describeDemo(port: number, { hasMailbox }: { hasMailbox: boolean }): string {
  const widest = Math.max(...demoLogins.map(({ email }) => email.length));
  const lines = Object.entries(demoHosts).flatMap(([host, { brand, organisation }]) => [
    '',
    `  http://${host}:${port}   ${brand}, for ${organisation}`,
    ...demoLogins
      .filter((login) => login.host === host)
      .map(({ email, description }) => `    ${email.padEnd(widest)}   ${description}`),
  ]);
  const code = hasMailbox
    ? `its code is shown at http://localhost:${port}/mailbox`
    : `the secret of its authenticator app is ${demoOperator.totpSecret}`;
  const operator = [
    '',
    `  http://localhost:${port}/operator   the supplier's own staff, for all brands`,
    `    ${demoOperator.email.padEnd(widest)}   operator; ${code}`,
  ];
  const mailbox = hasMailbox
    ? ['', `  http://localhost:${port}/mailbox   the mail that people receive, with working links; each host has its own`]
    : [];
  return [`Demonstration accounts; the password of all is ${demoPassword}`, ...lines, ...operator, ...mailbox, ''].join('\n');
}
