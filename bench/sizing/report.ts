/** Prints the benchmark's findings and counts its checks. */
const tally = { passed: 0, failed: 0 };

/** Prints a line, or an empty one. */
export function printLine(line = ''): void {
  console.log(line);
}

/** Prints a heading between empty lines. */
export function printHeading(text: string): void {
  console.log(`\n${text}\n`);
}

/** Prints and counts a check. */
export function recordCheck(text: string, holds: boolean): void {
  if (holds) tally.passed++;
  else tally.failed++;
  console.log(`  ${holds ? 'ok    ' : 'FAILED'}  ${text}`);
}

/** Prints the totals, and returns the exit code. */
export function printSummary(): number {
  console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
  return tally.failed === 0 ? 0 : 1;
}

/** One row of a table: its name, then cells of equal width. */
export function printRow(name: string, cells: readonly string[], width = 16): void {
  console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(width)).join(''));
}

export const formatPercent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)} %`;
export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
