/** Prints one line for a step of a command, with the time it took. Rethrows the error of a step that fails. */
export async function runStep<T>(
  title: string,
  work: () => Promise<T> | T,
  describe: (result: T) => string = () => title,
): Promise<T> {
  const started = performance.now();
  if (process.stdout.isTTY) process.stdout.write(`  ${title} …`);
  try {
    const result = await work();
    const line = describe(result);
    replaceLine(`  ${line.padEnd(58)} ${formatSeconds(performance.now() - started)}`);
    return result;
  } catch (error) {
    replaceLine(`  ${title.padEnd(58)} failed`);
    throw error;
  }
}

/** Prints a line within a step. */
export function printDetail(line: string): void {
  replaceLine(`    ${line}`);
}

/** Formats milliseconds as seconds, with one decimal below ten seconds. */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 1 : 0)} s`;
}

/** The error's message, or its stack with `LOG_LEVEL=debug`. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message;
}

function replaceLine(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}\n` : `${line}\n`);
}
