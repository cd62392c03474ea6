import { PageHeader } from '#web/ui/layout/page-header.tsx';

/** A quote: what was asked for, the answer, and accepting it. */
export function QuotePage() {
  return <PageHeader title="Quote" />;
}
