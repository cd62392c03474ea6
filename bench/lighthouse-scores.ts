/** What a report of Lighthouse says about a page: scores of 0 to 100, times in milliseconds. */
export interface PageScores {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
  kilobytes: number;
  requests: number;
}

/** The part of a report that is read. */
interface Report {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  requestedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>;
}

/**
 * Reads the scores of a report.
 *
 * @throws an error when the page could not be measured, or led to another one
 */
export function readScores(report: Report): PageScores {
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  if (report.finalDisplayedUrl !== report.requestedUrl)
    throw new Error(`${report.requestedUrl} led to ${report.finalDisplayedUrl}.`);
  const score = (category: string) => Math.round((report.categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaint: Math.round(value('first-contentful-paint')),
    largestPaint: Math.round(value('largest-contentful-paint')),
    blocked: Math.round(value('total-blocking-time')),
    shift: value('cumulative-layout-shift'),
    kilobytes: Math.round(value('total-byte-weight') / 1024),
    requests: report.audits['network-requests']?.details?.items?.length ?? 0,
  };
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
