/** What the commands share that run until they are stopped: configuration, signals, exit codes. */
import { type Config, describeUnknownVariables, loadConfig } from '#api/platform/config.ts';
import { BeforeBaselineError } from '#api/platform/db/before-baseline.ts';
import { IncompatibleSchemaError } from '#api/platform/db/schema-history.ts';
import { ConfigurationError } from '#api/platform/environment.ts';
import type { CloseOptions } from '#api/platform/http/drain.ts';
import type { DatabaseUrls } from '#api/platform/setup/prepare-database.ts';
import { formatError, formatSeconds } from './console.ts';
import { EXIT_CODES } from './launch.mjs';

/** Longer than requests and jobs may take to finish and PostgreSQL to stop. */
const STOP_DEADLINE_MS = 40_000;

/** Stops a part that has been started. */
type Stop = (options: CloseOptions) => Promise<void>;

/** Registers what stops a part that has been started; the parts are stopped in reverse order. */
export type OnStop = (stop: Stop) => void;

/**
 * Reads the configuration, and points out variables whose names are almost those of the portal's.
 *
 * @throws ConfigurationError that names each invalid variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const config = loadConfig(environment);
  for (const sentence of describeUnknownVariables(environment)) console.warn(sentence);
  return config;
}

/**
 * The database that DATABASE_URL names.
 *
 * @throws ConfigurationError if there is none
 */
export function readExternalDatabase({ databaseUrl, databaseOwnerUrl }: Config): DatabaseUrls {
  if (databaseUrl !== '') return { url: databaseUrl, ownerUrl: databaseOwnerUrl };
  throw new ConfigurationError(
    'DATABASE_URL must be set to the address of a PostgreSQL, such as postgres://livery_app:password@host/livery. ' +
      'Only npm start has a PostgreSQL of its own, which it migrates itself.',
  );
}

/** The exit code of a command or start that failed with this error. */
export function getExitCode(error: unknown): number {
  const isPermanent = [ConfigurationError, IncompatibleSchemaError, BeforeBaselineError].some((kind) => error instanceof kind);
  return isPermanent ? EXIT_CODES.misconfigured : EXIT_CODES.failedToStart;
}

/**
 * Starts what `start` starts, and runs until a signal asks it to stop; then stops all parts in reverse order and exits with 0. Exits with a code of
 * `EXIT_CODES` when the start fails or an unexpected error occurs later, after it has said why.
 */
export async function runUntilStopped(start: (onStop: OnStop) => Promise<void>): Promise<void> {
  const running: Stop[] = [];
  let isReady = false;
  let stopRequestedAt: number | undefined;

  const stop = async (options: CloseOptions) => {
    for (const stopOne of running.splice(0).reverse()) await stopOne(options);
  };

  const onSignal = (signal: NodeJS.Signals) => {
    const now = Date.now();
    if (stopRequestedAt !== undefined) {
      // One Ctrl-C can arrive twice: from the terminal, and forwarded by the parent process.
      if (now - stopRequestedAt > 300) process.exit(signal === 'SIGINT' ? 130 : 143);
      return;
    }
    stopRequestedAt = now;
    console.log('\nStopping …');
    // Supervisors of several processes send SIGTERM. A person who presses Ctrl-C or closes the terminal does not want to wait.
    stop({ drain: signal === 'SIGTERM' }).then(
      () => {
        console.log(`Livery has stopped (${formatSeconds(Date.now() - now)})`);
        process.exit(0);
      },
      (error: unknown) => {
        console.error(`Livery did not stop cleanly: ${formatError(error)}`);
        process.exit(1);
      },
    );
  };

  /** Prints what happened, stops what has been started, and exits with the code. */
  const fail = async (message: string, code: number) => {
    // Steps that are interrupted by stopping fail; that needs no message.
    if (stopRequestedAt !== undefined) return;
    stopRequestedAt = Date.now();
    console.error(`\n${message}`);
    process.exitCode = code;
    // After an unexpected error, stopping may never finish, and nothing would start the portal again.
    setTimeout(() => process.exit(code), STOP_DEADLINE_MS);
    await stop({ drain: false }).catch(() => {});
    process.exit(code);
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('uncaughtException', (error) =>
    fail(
      `Livery is stopping because of an unexpected error. ${error.stack ?? error}`,
      isReady ? EXIT_CODES.crashed : EXIT_CODES.failedToStart,
    ),
  );
  try {
    await start((stopOne) => running.push(stopOne));
    isReady = true;
  } catch (error) {
    await fail(`Livery could not start. ${formatError(error)}`, getExitCode(error));
  }
}
