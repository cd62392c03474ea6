import { PageHeader } from '#web/ui/layout/page-header.tsx';

/** Requesting a quote. */
export function NewQuotePage() {
  return <PageHeader title="Request a quote" />;
}
