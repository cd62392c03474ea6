import { useParams, useSearchParams } from 'react-router';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { BackToBoard } from './back-to-board.tsx';
import { PackOrders } from './pack-orders.tsx';

const MAX_ORDERS = 50;

/** Picking and packing of one order, or of several that go to one destination. */
export function PackPage() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const ids = [...new Set((id ?? search.get('orders') ?? '').split(',').filter((text) => /^[1-9]\d{0,8}$/.test(text)))].map(
    Number,
  );
  if (ids.length === 0)
    return (
      <>
        <PageHeader title="Pick and pack" above={<BackToBoard />} />
        <Card>
          <EmptyState title="No order is selected">Open an order on the board, or select several of one destination.</EmptyState>
        </Card>
      </>
    );
  const orderIds = ids.slice(0, MAX_ORDERS);
  // What was typed and scanned belongs to these orders.
  return <PackOrders key={orderIds.join()} orderIds={orderIds} />;
}
