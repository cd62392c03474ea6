import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { useCartCount } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './drafts-card.module.css';

export const savedSheetsQuery = apiQuery('GET /api/ordersheets');

/** The most on one page; the sheet's menu has them all. */
const MAX_SHOWN = 3;

/** What the person has begun to order for others: their own saved sheets, the latest first, and the cart. */
export function DraftsCard() {
  const { data, error, refetch } = useQuery(savedSheetsQuery);
  const cartLines = useCartCount();
  const sheets = (data?.orderSheets ?? []).filter(({ isOwn }) => isOwn).slice(0, MAX_SHOWN);
  if (error)
    return (
      <Card>
        <ErrorState title="Your saved sheets could not be loaded." error={error} onRetry={() => void refetch()} />
      </Card>
    );
  return (
    <Card title="Drafts" action={<Link to={paths.orderSheet()}>Order for many people</Link>}>
      <Stack component="ul" gap={0} role="list" className="divided">
        {sheets.map(({ id, name, rowCount, updatedOnUtc }) => (
          <li key={id} className={css.draft}>
            <Link to={paths.orderSheet({ sheet: id })}>{name}</Link>
            <Text span size="sm" c="dimmed">
              {plural(rowCount, 'row')} · saved {formatDateTime(updatedOnUtc)}
            </Text>
          </li>
        ))}
        <li className={css.draft}>
          <Link to={paths.cart()}>Your cart</Link>
          <Text span size="sm" c="dimmed">
            {cartLines === undefined ? '\u00a0' : cartLines === 0 ? 'Empty' : plural(cartLines, 'item')}
          </Text>
        </li>
      </Stack>
    </Card>
  );
}
