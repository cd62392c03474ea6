import pino from 'pino';
import {
  addOperatorFromServer,
  resetPasswordFromServer,
  resetSecondFactorFromServer,
} from '#api/identity/operators/operator-commands.actions.ts';
import type { OperatorTeamDependencies } from '#api/identity/operators/operator-team.actions.ts';
import { jobDefinitions } from '#api/jobs.ts';
import { loadConfig } from '#api/platform/config.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { openVault } from '#api/platform/encryption/open-vault.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { OPERATOR_RIGHTS, type OperatorRight, RIGHT_LABELS } from '#contract/identity/operators/operator-rights.ts';
import { openCommandDatabase } from '../database.ts';
import type { Arguments } from './arguments.ts';
import { UsageError } from './commands.ts';

const usage = `Usage: npm run operator -- add EMAIL [--name NAME] [--brand KEYWORD …] [--right ${OPERATOR_RIGHTS.join('|')} …]
       npm run operator -- reset-factor EMAIL
       npm run operator -- reset-password EMAIL`;

type AccountCommand =
  | { command: 'add'; email: string; name: string; brands: string[] | undefined; rights: readonly OperatorRight[] }
  | { command: 'reset-factor'; email: string }
  | { command: 'reset-password'; email: string };

/** A name from an address: `Olive Operator` for `olive.operator@livery.example`. */
function guessName(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** Throws a UsageError with the usage when the arguments are not valid. */
function readCommand({ words, options }: Arguments): AccountCommand {
  const [command, email, ...others] = words;
  const isText = [...options.values()].flat().every((value) => typeof value === 'string' && value.trim() !== '');
  const allowed = command === 'add' ? ['name', 'brand', 'right'] : [];
  const hasUnknown = [...options.keys()].some((name) => !allowed.includes(name));
  if (email === undefined || others.length > 0 || !isText || hasUnknown || (options.get('name')?.length ?? 0) > 1)
    throw new UsageError(usage);
  if (command === 'reset-factor' || command === 'reset-password') return { command, email };
  if (command !== 'add') throw new UsageError(usage);
  const brands = options.get('brand') as string[] | undefined;
  const chosen = options.get('right') as string[] | undefined;
  if (chosen?.some((right) => !OPERATOR_RIGHTS.some((known) => known === right))) throw new UsageError(usage);
  const rights = OPERATOR_RIGHTS.filter((right) => chosen?.includes(right) ?? true);
  return { command, email, name: (options.get('name')?.[0] as string | undefined) ?? guessName(email), brands, rights };
}

async function runCommand(command: AccountCommand, dependencies: OperatorTeamDependencies): Promise<string> {
  if (command.command === 'reset-factor') {
    await resetSecondFactorFromServer(dependencies, command.email);
    return `The second factor of ${command.email}, the recovery codes and the passkeys have been deleted, and all sessions have ended. The next log-in sets up a new authenticator app.\n`;
  }
  if (command.command === 'reset-password') {
    const { link, validDays } = await resetPasswordFromServer(dependencies, command.email);
    return `All sessions of ${command.email} have ended. This link sets a new password, and until then the old one remains. It works once, within ${validDays} days, and is mailed too. It is a secret: whoever has it can set the password.\n${link}\n`;
  }
  const { link, validDays, brands } = await addOperatorFromServer(dependencies, command);
  const rights = command.rights.map((right) => RIGHT_LABELS[right]).join(', ');
  return `${command.email} has been added for ${brands.join(', ')}, with the rights ${rights}. This link sets the password. It works once, within ${validDays} days, and is mailed too:\n${link}\n`;
}

/** Runs `add`, `reset-factor` or `reset-password` in the portal's own database; a running portal sends the mail. Throws a UsageError, and an HttpError when refused. */
export async function runAccountCommand(
  given: Arguments,
  environment: NodeJS.ProcessEnv,
  write: (output: string) => void,
): Promise<void> {
  const command = readCommand(given);
  const database = await openCommandDatabase(environment);
  const { db, close } = openDatabase(database.url, { poolSize: 1 });
  const jobs = openJobQueue(database.url, pino({ level: 'silent' }));
  try {
    const vault = await openVault(loadConfig(environment), db);
    await jobs.createQueues(jobDefinitions);
    write(await runCommand(command, { db, jobs, vault }));
  } finally {
    await jobs.close();
    await close();
    await database.close();
  }
}
