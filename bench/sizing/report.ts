/** What the benchmark found, line by line, and how many of its checks held. */
const tally = { passed: 0, failed: 0 };

export function printLine(line = ''): void {
  console.log(line);
}

export function printHeading(text: string): void {
  console.log(`\n${text}\n`);
}

/** Counts a check and says how it went. */
export function recordCheck(text: string, holds: boolean): void {
  if (holds) tally.passed++;
  else tally.failed++;
  console.log(`  ${holds ? 'ok    ' : 'FAILED'}  ${text}`);
}

/** The last line, and what the process ends with. */
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
