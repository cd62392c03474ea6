import { PageHeader } from '#web/ui/layout/page-header.tsx';

/** One's own quotes, and those of the organisation. */
export function QuotesPage() {
  return <PageHeader title="Quotes" />;
}
