import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { CARD_PAYMENT_TABS, cardPaymentsList } from './card-payments-list.tsx';
import { ComparisonView } from './comparison-view.tsx';

/** Payments by card, and by `?tab=comparison` how they compare with the provider. */
export function CardPaymentsPage() {
  const [params] = useSearchParams();
  return params.get('tab') === 'comparison' ? <Comparison /> : <Payments />;
}

const COUNTS = { held: 'held', refused: 'refusedRefunds', disputed: 'openDisputes' } as const;

function Payments() {
  const model = useList(cardPaymentsList, undefined);
  return (
    <>
      <PageHeader
        title="Card payments"
        actions={
          <Button component={Link} to={operatorPaths.cardComparison} variant="default">
            Compare with provider
          </Button>
        }
      >
        Each attempt to pay for an order by card, newest first.
      </PageHeader>
      <ListPage
        model={model}
        tabs={
          <ListTabs
            model={model}
            label="Payments by status"
            filter="attention"
            tabs={CARD_PAYMENT_TABS.map((tab) => ({
              ...tab,
              ...(tab.value && { count: model.reply?.counts[COUNTS[tab.value]] }),
            }))}
          />
        }
      />
    </>
  );
}

const Comparison = () => (
  <>
    <PageHeader title="Compare with provider" above={<BackLink to={operatorPaths.cardPayments}>Card payments</BackLink>}>
      What was paid and refunded on a day, here and at the payment provider.
    </PageHeader>
    <ComparisonView />
  </>
);
