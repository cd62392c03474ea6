import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useHasPermission } from '#web/app/session/profile.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LatestOrders } from './latest-orders.tsx';
import css from './ordering-fallback.module.css';

interface Props {
  mode: 'list' | 'uniform' | 'stock';
  /** The product list, with pages and with dialogs. */
  page: ReactNode;
  dialog: ReactNode;
  preferDialog: boolean;
}

const words = {
  list: { title: 'Order list', what: 'You will be able to order many garments at once, by colour and size.' },
  uniform: { title: 'My uniform', what: 'You will be able to put together the uniform you are entitled to, garment by garment.' },
  stock: { title: 'Stock', what: 'You will be able to check what is in stock and when more arrives.' },
};

/** Replaces an ordering page without a screen of its own: the product list for people who may see it, otherwise a notice. */
export function OrderingFallback({ mode, page, dialog, preferDialog }: Props) {
  const canList = useHasPermission('AllowProducts');
  const canListInDialog = useHasPermission('AllowProductsModal');
  if (canList || canListInDialog) return preferDialog || !canList ? dialog : page;
  const { title, what } = words[mode];
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          title="This page is not available yet"
          action={
            <Button component={Link} to={paths.orders()} variant="default">
              View orders
            </Button>
          }
        >
          {what} Until then, your uniform administrator can order for you.
        </EmptyState>
      </Card>
      <div className={css.orders}>
        <LatestOrders />
      </div>
    </>
  );
}
