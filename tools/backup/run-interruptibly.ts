import { formatError } from '../console.ts';

/** Exit codes of `npm run backup` and `npm run restore`. */
export const BACKUP_EXIT_CODES = {
  done: 0,
  /** Refused or failed; what had been written has been deleted. */
  failed: 1,
  /** The backup is complete, but the contents of files were missing from the file store. */
  filesMissing: 3,
};

/** Thrown with the usage, if the arguments are not valid. */
export class InvalidArgumentsError extends Error {}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Runs a command, whose result is the exit code. The signals of Ctrl-C, kill and a closed terminal abort it; it then deletes what it has written before the process ends.
 */
export async function runInterruptibly(usage: string, work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const abort = new AbortController();
  let code: number | undefined;
  for (const [signal, signalCode] of Object.entries(SIGNALS))
    process.on(signal, () => {
      if (code !== undefined) return;
      code = signalCode;
      console.error('Stopping …');
      abort.abort(new Error('It was interrupted; what had been written has been deleted.'));
    });
  try {
    const result = await work(abort.signal);
    code ??= result;
  } catch (error) {
    const isUsage = error instanceof InvalidArgumentsError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    console.error(isUsage ? usage : formatError(error));
    code ??= BACKUP_EXIT_CODES.failed;
  }
  process.exitCode = code;
}
