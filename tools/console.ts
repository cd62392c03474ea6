/** What the commands say while they work: one line for each step, with the time it took. */
export async function runStep<T>(
  what: string,
  work: () => Promise<T> | T,
  describe: (result: T) => string = () => what,
): Promise<T> {
  const started = performance.now();
  if (process.stdout.isTTY) process.stdout.write(`  ${what} …`);
  try {
    const result = await work();
    const line = describe(result);
    replaceLine(`  ${line.padEnd(58)} ${formatSeconds(performance.now() - started)}`);
    return result;
  } catch (error) {
    replaceLine(`  ${what.padEnd(58)} failed`);
    throw error;
  }
}

/** A line in the middle of a step. */
export function printDetail(line: string): void {
  replaceLine(`    ${line}`);
}

export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 1 : 0)} s`;
}

/** One clear sentence; the stack only for those who ask for it. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message;
}

function replaceLine(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}\n` : `${line}\n`);
}
