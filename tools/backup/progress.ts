import { printDetail } from '../console.ts';

/** How often progress is printed. */
const INTERVAL_MS = 10_000;

/** Formats a number of bytes: `512 KB`, `3.4 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 99.5 ? Math.round(value) : Number(value.toPrecision(2))} ${units[power]}`;
}

/** Counts bytes, and prints every ten seconds how many there are, of about how many. */
export function createProgress(expected: number): { onBytes(count: number): void } {
  let bytes = 0;
  let printedAt = performance.now();
  return {
    onBytes: (count) => {
      bytes += count;
      const now = performance.now();
      if (now - printedAt < INTERVAL_MS) return;
      printedAt = now;
      const share = expected > 0 ? ` of about ${formatBytes(expected)}` : '';
      printDetail(`${formatBytes(bytes)}${share}`);
    },
  };
}
