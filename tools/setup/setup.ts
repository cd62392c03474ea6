/** `npm run setup`: asks for what a new installation needs before its first order, or takes it from a file with `-- --file setup.json`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatError } from '../console.ts';
import { findStartCommand } from '../start-command.ts';
import { askSetup } from './ask-setup.ts';
import { describeLinks, describeNextSteps, describeParts, isUnchanged } from './describe-report.ts';
import { EXAMPLE } from './example.ts';
import { SetupError } from './problems.ts';
import { askYesNo, openPrompt, type Prompt, PromptClosedError } from './prompt.ts';
import { checkSetupShape, parseSetupText, readSetupFile } from './read-setup-file.ts';
import { openSetup, type SetupRunner } from './run-setup.ts';
import type { SetupOptions, SetupReport } from './setup-context.ts';
import type { Setup } from './setup-schema.ts';

const usage = `Usage: npm run setup [-- --file FILE] [--dry-run] [--add] [--new-links]
       npm run --silent setup -- --example > setup.json

  --file FILE   take everything from a file instead of asking
  --dry-run     say what would be done, and do nothing
  --add         add a brand or an organisation to an installation that has others
  --new-links   issue new links to the operator and the administrator, if they have no password
  --example     print a complete file`;

const NO_LINKS = `Both have passwords, so there is no link to renew. Another operator sends a new one on the page Team; an administrator uses "Forgot your password?".`;

/** In the data folder: the answers of the last run, which the questions start with. */
const ANSWERS = 'setup.json';

interface Arguments {
  file: string | undefined;
  isDryRun: boolean;
  options: SetupOptions;
}

/** Resolves a path against the caller's folder; npm itself runs commands in the project's folder. */
const fromCaller = (path: string) => resolve(process.env.INIT_CWD ?? '', path);

/** Undefined when only a text was asked for, which has been printed. */
function readArguments(args: string[]): Arguments | undefined {
  const { values } = parseArgs({
    args,
    options: {
      file: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      add: { type: 'boolean', default: false },
      'new-links': { type: 'boolean', default: false },
      example: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.example || values.help) {
    process.stdout.write(values.example ? EXAMPLE : `${usage}\n`);
    return undefined;
  }
  return {
    file: values.file,
    isDryRun: values['dry-run'],
    options: { adds: values.add, renewsLinks: values['new-links'] },
  };
}

/** Prints what people need after a setup: their links, and how to go on. */
function printResult(runner: SetupRunner, setup: Setup, report: SetupReport): void {
  if (isUnchanged(report)) {
    console.log('\nNothing has changed.');
    return;
  }
  const hasMailServer = runner.config.smtpUrl !== null;
  for (const line of describeLinks(report.links, { hasMailServer })) console.log(line);
  if (report.parts.some(({ part, outcome }) => part === 'organisation' && outcome === 'created'))
    for (const line of describeNextSteps(setup.brand.url.replace(/\/$/, ''), report.organisationId, findStartCommand()))
      console.log(line);
}

async function carryOut(runner: SetupRunner, setup: Setup, options: SetupOptions): Promise<SetupReport> {
  const report = await runner.run(setup, options);
  const pictures = await runner.storePictures(setup, report.organisationId);
  if (pictures !== undefined) report.products.push(`  ${pictures}`);
  return report;
}

/** Prints what a setup does, part by part. */
function printParts(report: SetupReport): void {
  for (const line of report.products) console.log(line);
  console.log('');
  for (const line of describeParts(report)) console.log(line);
}

async function runFile(runner: SetupRunner, setup: Setup, { isDryRun, options }: Arguments): Promise<void> {
  if (!isDryRun) {
    const report = await carryOut(runner, setup, options);
    printParts(report);
    printResult(runner, setup, report);
    if (options.renewsLinks && report.links.length === 0) console.log(NO_LINKS);
    return;
  }
  printParts(await runner.preview(setup, options));
  console.log('\nDry run: nothing was written.');
}

/** The answers of the last run; undefined when there are none, or they cannot be used any more. */
function readAnswers(path: string): Setup | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return checkSetupShape(parseSetupText(readFileSync(path, 'utf8'), path));
  } catch {
    return undefined;
  }
}

/** The answers of the last run, for a new link to the people whom they name. */
function requireAnswers({ config: { dataDir } }: SetupRunner): Setup {
  const answers = readAnswers(join(dataDir, ANSWERS));
  if (answers) return answers;
  throw new Error(
    `There are no answers of an earlier set-up in ${dataDir}. Give the file that you used: --file setup.json --new-links`,
  );
}

const describeProblems = (error: SetupError) => `Nothing was written. Please change:\n${error.message}`;

async function runQuestions(runner: SetupRunner, prompt: Prompt, { isDryRun, options }: Arguments): Promise<void> {
  const { port, dataDir } = runner.config;
  const answers = join(dataDir, ANSWERS);
  let previous = readAnswers(answers);
  console.log(
    '\nEnter accepts the answer in brackets. Ctrl-C stops, and nothing is written before you have confirmed everything.',
  );
  for (;;) {
    const setup = await askSetup(prompt, { previous, url: `http://localhost:${port}`, resolvePath: fromCaller });
    try {
      const preview = await runner.preview(setup, options);
      console.log('\nThis will be done:');
      printParts(preview);
      if (isUnchanged(preview)) console.log('\nNothing would change.');
      else if (isDryRun) console.log('\nDry run: nothing was written.');
      else if (await askYesNo(prompt, '\n  Do it now?', true)) {
        printResult(runner, setup, await carryOut(runner, setup, options));
        writeFileSync(answers, `${JSON.stringify(setup, undefined, 2)}\n`, { mode: 0o600 });
        console.log(`\nYour answers are in ${answers}: the next npm run setup starts with them, and --file takes that file too.`);
      } else {
        console.log('\nNothing was written.');
        previous = setup;
        if (await askYesNo(prompt, '\n  Go through the questions again?', true)) continue;
      }
      return;
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      console.error(`\n${describeProblems(error)}`);
      previous = setup;
      if (!(await askYesNo(prompt, '\n  Go through the questions again?', true))) {
        process.exitCode = 1;
        return;
      }
    }
  }
}

/** Stopping ends the connection and with it the transaction, so a stopped setup leaves nothing. */
function stopOnSignals(runner: SetupRunner): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      console.error('\nStopping …');
      const exit = () => process.exit(signal === 'SIGINT' ? 130 : 143);
      runner.close().then(exit, exit);
    });
}

async function run(given: Arguments): Promise<void> {
  if (given.file === undefined && !given.options.renewsLinks && !process.stdin.isTTY)
    throw new Error(
      'There is no terminal to ask questions on. Give a file: npm run setup -- --file setup.json; npm run --silent setup -- --example prints one.',
    );
  const setup = given.file === undefined ? undefined : readSetupFile(fromCaller(given.file));
  const runner = await openSetup(process.env);
  stopOnSignals(runner);
  try {
    const repeated = setup ?? (given.options.renewsLinks ? requireAnswers(runner) : undefined);
    if (repeated) {
      await runFile(runner, repeated, given);
      return;
    }
    const prompt = openPrompt(process.stdin, process.stdout);
    try {
      await runQuestions(runner, prompt, given);
    } finally {
      prompt.close();
    }
  } finally {
    await runner.close();
  }
}

try {
  const given = readArguments(process.argv.slice(2));
  if (given) await run(given);
} catch (error) {
  if (error instanceof PromptClosedError) console.error('\nStopped. Nothing was written.');
  else console.error(`\n${error instanceof SetupError ? describeProblems(error) : formatError(error)}`);
  if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) console.error(`\n${usage}`);
  process.exitCode = error instanceof PromptClosedError ? 130 : 1;
}
