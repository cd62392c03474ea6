import { Button, Group, Stack, Text } from '@mantine/core';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatAmount } from '../reasoning.ts';
import { getBalanceCaption, getBalanceName, isNeverGranted, nameBalance, type StatementAccount } from '../statement-model.ts';
import css from './statement.module.css';

interface Props {
  accounts: readonly StatementAccount[];
  currencyCode: string;
  onWhy: (account: StatementAccount) => void;
  onAsk: (account: StatementAccount) => void;
  /** Absent where the viewer may not adjust. */
  onAdjust: ((account: StatementAccount) => void) | undefined;
}

const FIGURES = [
  ['Granted', 'granted'],
  ['Reserved', 'reserved'],
  ['Used', 'used'],
  ['Left', 'left'],
] as const;

const describeStatus = ({ status, optionName }: StatementAccount): string | undefined =>
  status === 'closed' ? 'no longer granted' : status === 'unchosen' ? `not chosen: “${optionName}”` : undefined;

/** The balances of a period with their four figures; "–" without a limit. */
export function Balances({ accounts: all, currencyCode, onWhy, onAsk, onAdjust }: Props) {
  // Administrators need those that were never granted, to add something.
  const accounts = onAdjust ? all : all.filter((account) => !isNeverGranted(account));
  const isNarrow = useIsNarrow(768);
  const format = (account: StatementAccount, figure: (typeof FIGURES)[number][1]) => {
    const amount = account[figure];
    return amount === null ? '–' : formatAmount(amount, account.unit, currencyCode);
  };
  const renderActions = (account: StatementAccount) => (
    <BalanceActions account={account} onWhy={onWhy} onAsk={onAsk} onAdjust={onAdjust} />
  );
  if (isNarrow)
    return (
      <Stack component="ul" gap={0} role="list">
        {accounts.map((account) => (
          <li key={account.id} className={css.item}>
            <BalanceName account={account} />
            <dl className={`${css.figures} figures`}>
              {FIGURES.map(([label, figure]) => (
                <div key={figure}>
                  <Text component="dt" size="sm" c="dimmed">
                    {label}
                  </Text>
                  <dd>{format(account, figure)}</dd>
                </div>
              ))}
            </dl>
            {renderActions(account)}
          </li>
        ))}
      </Stack>
    );
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{getBalanceCaption(accounts)}</th>
          {FIGURES.map(([label]) => (
            <th key={label} scope="col" className={css.number}>
              {label}
            </th>
          ))}
          <th scope="col" className={css.screenOnly}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.id}>
            <th scope="row">
              <BalanceName account={account} />
            </th>
            {FIGURES.map(([, figure]) => (
              <td key={figure} className={css.number} data-strong={figure === 'left' || undefined}>
                {format(account, figure)}
              </td>
            ))}
            <td className={css.screenOnly}>{renderActions(account)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BalanceName({ account }: { account: StatementAccount }) {
  const status = describeStatus(account);
  return (
    <span className={css.name}>
      {getBalanceName(account)}
      {status && (
        <Text span size="sm" c="dimmed">
          {' '}
          · {status}
        </Text>
      )}
    </span>
  );
}

function BalanceActions({
  account,
  onWhy,
  onAsk,
  onAdjust,
}: Pick<Props, 'onWhy' | 'onAsk' | 'onAdjust'> & { account: StatementAccount }) {
  const { adjustmentBlocker } = account;
  const name = nameBalance(account);
  return (
    <Group gap="xs" justify="flex-end" className={css.screenOnly}>
      <Button variant="subtle" size="compact-sm" aria-label={`Why? ${getBalanceName(account)}`} onClick={() => onWhy(account)}>
        Why?
      </Button>
      {account.canAskForMore && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Ask for more: ${getBalanceName(account)}`}
          onClick={() => onAsk(account)}
        >
          Ask for more
        </Button>
      )}
      {onAdjust && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Adjust ${name}`}
          disabled={adjustmentBlocker !== null}
          onClick={() => onAdjust(account)}
        >
          Adjust
        </Button>
      )}
      {onAdjust && adjustmentBlocker !== null && (
        <Text span size="sm" c="dimmed">
          {adjustmentBlocker}
        </Text>
      )}
    </Group>
  );
}
