import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { formatAmount } from './reasoning.ts';
import { findOrderShare } from './statement-model.ts';

/** What an order of one's own took of the entitlement, and what is left of it; nothing until that is known. */
export function ShareOfOrder({ orderId }: { orderId: number }) {
  const { data } = useQuery(apiQuery('GET /api/entitlement/statement'));
  const share = data && findOrderShare(data.statement, orderId);
  if (!share) return null;
  const amount = (size: number) =>
    share.unit === 'pieces'
      ? `${size} ${size === 1 ? 'piece' : 'pieces'}`
      : formatAmount(size, share.unit, data.statement.currencyCode);
  return (
    <>
      <Text className="figures">{amount(share.taken)} from your entitlement</Text>
      {share.left !== null && share.granted !== null && (
        <Text className="figures">
          <strong>{amount(share.left)} left</strong> of {amount(share.granted)}
        </Text>
      )}
    </>
  );
}
