import { formatBytes } from '#api/platform/bytes.ts';
import { printDetail } from '../console.ts';

/** How often progress is printed. */
const INTERVAL_MS = 10_000;

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
