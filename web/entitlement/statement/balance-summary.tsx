import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatAmount } from '../reasoning.ts';
import { getBalanceName, isNeverGranted, type StatementAccount } from '../statement-model.ts';
import css from './balance-summary.module.css';

/** What is left to a person in each group and budget, for their page, with a link to the statement. */
export function BalanceSummary({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/entitlement/statement', { query: { customerId } }));
  if (!data)
    return error ? (
      <ErrorState title="The uniform could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading the uniform">
        <SkeletonText lines={3} />
      </Loading>
    );
  const { periods, canAdjust, currencyCode, seasons } = data.statement;
  const describeLeft = ({ left, granted, reserved, used, unit }: StatementAccount) =>
    left === null || granted === null
      ? `${formatAmount(reserved + used, unit, currencyCode)} ordered, no limit`
      : `${formatAmount(left, unit, currencyCode)} of ${formatAmount(granted, unit, currencyCode)} left`;
  const open = periods.map((period) => ({
    ...period,
    accounts: period.accounts.filter((account) => account.status === 'open' && !isNeverGranted(account)),
  }));
  return (
    <Stack>
      {open.every(({ accounts }) => accounts.length === 0) && <p>No entitlement at the moment.</p>}
      {open.map(({ collectionId, seasonId, collectionName, seasonName, accounts }) => (
        <div key={`${collectionId}/${seasonId}`}>
          <strong>{[collectionName, seasonName].filter(Boolean).join(' · ')}</strong>
          <dl className="figures">
            {accounts.map((account) => (
              <div key={account.id} className={css.row}>
                <dt>{getBalanceName(account)}</dt>
                <dd>{describeLeft(account)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {(periods.length > 0 || seasons.length > 0) && (
        <div>
          <Link to={paths.personStatement(customerId)}>{canAdjust ? 'Statement and adjustments' : 'Statement'}</Link>
        </div>
      )}
    </Stack>
  );
}
