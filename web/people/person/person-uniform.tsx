import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import { getBalanceCaption, getBalanceName, isNeverGranted, type StatementPeriod } from '#web/entitlement/statement-model.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './person-uniform.module.css';

/** What a person is owed of their uniform, what of it was ordered and sent, and what is left, with a link to the statement. */
export function PersonUniform({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/entitlement/statement', { query: { customerId } }));
  if (!data)
    return (
      <Card title="Uniform">
        {error ? (
          <ErrorState title="The uniform could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading the uniform">
            <SkeletonText lines={5} />
          </Loading>
        )}
      </Card>
    );
  const { periods, canAdjust, currencyCode, seasons } = data.statement;
  const open = periods
    .map((period) => ({
      ...period,
      accounts: period.accounts.filter((account) => account.status === 'open' && !isNeverGranted(account)),
    }))
    .filter(({ accounts }) => accounts.length > 0);
  const hasStatement = periods.length > 0 || seasons.length > 0;
  return (
    <Card
      title="Uniform"
      action={
        hasStatement && (
          <Link to={paths.personStatement(customerId)}>{canAdjust ? 'Statement and adjustments' : 'Statement'}</Link>
        )
      }
      flush={open.length > 0}
    >
      {open.length === 0 && <p>No entitlement at the moment.</p>}
      {open.map((period) => (
        <PeriodTable key={`${period.collectionId}/${period.seasonId}`} period={period} currencyCode={currencyCode} />
      ))}
    </Card>
  );
}

function PeriodTable({ period, currencyCode }: { period: StatementPeriod; currencyCode: string }) {
  const { accounts, collectionName, seasonName } = period;
  const name = [collectionName, seasonName].filter(Boolean).join(' · ');
  return (
    <table className={css.table}>
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">{getBalanceCaption(accounts)}</th>
          {['Granted', 'Ordered', 'Sent', 'Left'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => {
          const { id, unit, granted, reserved, used, left, optionName } = account;
          const show = (amount: number | null) => (amount === null ? '–' : formatAmount(amount, unit, currencyCode));
          return (
            <tr key={id}>
              <th scope="row">
                {getBalanceName(account)}
                {optionName !== null && (
                  <Text span size="sm" c="dimmed">
                    {' '}
                    · {optionName}
                  </Text>
                )}
              </th>
              <td data-label="Granted">{show(granted)}</td>
              <td data-label="Ordered">{show(reserved + used)}</td>
              <td data-label="Sent">{show(used)}</td>
              <td data-label="Left">{left === null ? 'No limit' : show(left)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
