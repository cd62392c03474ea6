import type { MappedProduct } from './product.rules.ts';
import type { ProductRows } from './product-rows.ts';
import type { ReportEntry } from './report.rules.ts';

/** Refuses a product with an unreadable line, since its data would be incomplete. */
export function refuseBroken({ handle, rows, broken }: ProductRows): MappedProduct | undefined {
  const first = broken[0];
  if (!first) return undefined;
  const entry = (line: number, sku: string, text: string): ReportEntry => ({ line, outcome: 'refused', handle, sku, text });
  const reason = `not imported because of line ${first.line}: a product is imported completely or not at all`;
  return {
    handle,
    line: Math.min(first.line, rows[0]?.line ?? first.line),
    draft: undefined,
    wasIgnored: false,
    entries: [
      ...broken.map((record) => entry(record.line, '', record.reason)),
      ...rows.map(({ line, cells }) => entry(line, cells.sku ?? '', reason)),
    ],
  };
}
