/**
 * `npm run invitations -- --organisation ID [EMAIL …]`: prints links with which people set their first passwords, where no mail server can send them. Each
 * issue is recorded in the audit log.
 */
import { parseArgs } from 'node:util';
import { printInvitationLinks } from '#api/people/invitations/print-links.actions.ts';
import { type InvitingOrganisation, listInvitingOrganisations } from '#api/people/invitations/printed-links.queries.ts';
import { loadConfig } from '#api/platform/config.ts';
import { type Db, openDatabase } from '#api/platform/db/database.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import { formatError } from './console.ts';
import { openCommandDatabase } from './database.ts';

const usage = `Usage: npm run invitations -- --organisation ID [EMAIL …]

Prints a link for each person, with which they set their first password: for those named, or for everyone of the organisation without one.
Only where no mail server is set (SMTP_URL); otherwise invitations are sent on the page People.`;

const HAS_MAIL_SERVER = `A mail server is set (SMTP_URL), so invitations are mailed: choose the people on the page People, and Invite.`;

class UsageError extends Error {}

/** @throws a UsageError when the arguments are not valid */
function readArguments(args: string[]): { organisationId: number | undefined; emails: string[] } {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { organisation: { type: 'string' } } });
  const { organisation } = values;
  if (organisation !== undefined && !/^\d{1,15}$/.test(organisation)) throw new UsageError(usage);
  return { organisationId: organisation === undefined ? undefined : Number(organisation), emails: positionals };
}

/** The only organisation. @throws an error that lists them, if there are several */
async function getOnlyOrganisation(db: Db): Promise<number> {
  const organisations = await listInvitingOrganisations(db);
  const [only] = organisations;
  if (only && organisations.length === 1) return only.id;
  const describe = ({ id, name }: InvitingOrganisation) => `  --organisation ${id}  ${name}`;
  throw new Error(
    only ? `Which organisation?\n${organisations.map(describe).join('\n')}` : 'There is no organisation yet. Run npm run setup.',
  );
}

async function run(args: string[]): Promise<void> {
  const given = readArguments(args);
  if (loadConfig(process.env).smtpUrl !== null) throw new Error(HAS_MAIL_SERVER);
  const database = await openCommandDatabase(process.env);
  const { db, close } = openDatabase(database.url, { poolSize: 1, statementTimeoutMs: 60_000 });
  try {
    const organisationId = given.organisationId ?? (await getOnlyOrganisation(db));
    const { links, validDays } = await printInvitationLinks(db, organisationId, given.emails);
    if (links.length === 0) {
      console.log('Everyone of the organisation who has an account has a password already.');
      return;
    }
    console.log(`Each link sets the first password of one person. It works once, within ${validDays} days, and earlier links of the same person no longer work.
The links are secrets: whoever has one can set that password. Give each person only their own, and keep no copy.`);
    for (const { name, email, link } of links) console.log(`\n  ${name}, ${email}\n  ${link}`);
  } finally {
    await close();
    await database.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (isUsage) console.error(usage);
  else if (error instanceof HttpError)
    for (const [field, messages] of Object.entries(error.errors)) console.error(`${field}: ${messages.join(' ')}`);
  else console.error(formatError(error));
  process.exitCode = 1;
}
