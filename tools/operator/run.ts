import { HttpError } from '#api/platform/http/errors.ts';
import { splitArguments } from './arguments.ts';
import { readConnection, send, writeReply } from './client.ts';
import { findCommand, UsageError } from './commands.ts';
import { describeCommand, describeCommands } from './help.ts';
import { buildRequest } from './request.ts';

/** Where a command writes to. */
export interface Output {
  write(output: string | Buffer): void;
  writeError(output: string): void;
}

async function callPortal(args: readonly string[], environment: NodeJS.ProcessEnv, output: Output): Promise<boolean> {
  const { words, options } = splitArguments(args);
  const { command, values } = findCommand(words);
  const request = await buildRequest(command, { words: values, options });
  return writeReply(await send(readConnection(environment), request), request, output.write);
}

/** Commands that change operators in the portal's own database; loaded only for them, since the others run without one. */
async function manageOperators(args: readonly string[], environment: NodeJS.ProcessEnv, output: Output): Promise<boolean> {
  const { runAccountCommand } = await import('./account-commands.ts');
  await runAccountCommand(splitArguments(args), environment, output.write);
  return true;
}

function showHelp(words: readonly string[], output: Output): boolean {
  output.write(`${words.length === 0 ? describeCommands() : describeCommand(findCommand(words).command)}\n`);
  return true;
}

function dispatch(args: readonly string[], environment: NodeJS.ProcessEnv, output: Output): Promise<boolean> | boolean {
  const [first, ...rest] = args;
  if (first === undefined || first === '--help') return showHelp([], output);
  if (first === 'help') return showHelp(rest, output);
  if (rest.includes('--help')) return showHelp(splitArguments(args).words, output);
  if (first === 'add' || first === 'reset-factor' || first === 'reset-password')
    return manageOperators(args, environment, output);
  return callPortal(args, environment, output);
}

/** Runs a command and returns the exit code: 0, or 1 when it failed or the reply says that it had no effect. */
export async function runOperatorCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<0 | 1> {
  try {
    return (await dispatch(args, environment, output)) ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) output.writeError(`${error.message}\n`);
    else if (error instanceof HttpError)
      for (const [field, messages] of Object.entries(error.errors)) output.writeError(`${field}: ${messages.join(' ')}\n`);
    else throw error;
    return 1;
  }
}
