import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { orderingPermissions, useHasPermission } from '#web/app/session/profile.ts';

interface Props {
  productId: number;
  /** The colour and size that were chosen, and how many; both can be said in the request instead. */
  combinationId?: number | undefined;
  quantity?: number | undefined;
  className?: string | undefined;
  variant?: 'filled' | 'default';
}

/** Leads from a product on request to asking for its price; says whom to ask where the person may not order. */
export function AskForPrice({ productId, combinationId, quantity, className, variant = 'filled' }: Props) {
  const canAsk = useHasPermission(...orderingPermissions);
  if (!canAsk) return <p>Someone in your organisation who can order can ask for its price.</p>;
  return (
    <Button
      component={Link}
      to={paths.quoteNew({ productId, combinationId, quantity })}
      className={className ?? ''}
      variant={variant}
      style={{ alignSelf: 'start' }}
    >
      Ask for a price
    </Button>
  );
}

/** The same as a link in a sentence or a row; nothing for people who may not order. */
export function AskForPriceLink({ productId, combinationId, quantity }: Pick<Props, 'productId' | 'combinationId' | 'quantity'>) {
  const canAsk = useHasPermission(...orderingPermissions);
  return canAsk ? <Link to={paths.quoteNew({ productId, combinationId, quantity })}>Ask for a price</Link> : null;
}
