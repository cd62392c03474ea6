import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';

interface Props {
  orderId: number;
  /** In a row of a list. */
  compact?: boolean;
  className?: string | undefined;
}

/** Leads to what can be returned of an order. */
export const ReturnOrderLink = ({ orderId, compact = false, className }: Props) => (
  <Button
    component={Link}
    to={paths.returnRequest(orderId)}
    variant="default"
    {...(compact ? { size: 'compact-sm' } : {})}
    className={className}
    aria-label={compact ? `Return or exchange: order ${orderId}` : undefined}
  >
    Return or exchange
  </Button>
);
