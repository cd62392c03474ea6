import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { formatDate } from '#web/ui/format/format.ts';
import { formatAmount } from '../reasoning.ts';
import { formatChange, getBalanceCaption, getBalanceName, type PeriodMovement } from '../statement-model.ts';
import css from './statement.module.css';

interface Props {
  movements: readonly PeriodMovement[];
  currencyCode: string;
  isUndoing: boolean;
  onUndo: (id: number) => void;
}

const OrderLink = ({ id }: { id: number | null }) => (id === null ? null : <Link to={paths.order(id)}>{id}</Link>);

/** All movements of a period with the balance after it, newest first. */
export function Movements({ movements, currencyCode, isUndoing, onUndo }: Props) {
  const isNarrow = useIsNarrow(768);
  const hasGroups = new Set(movements.map(({ account }) => account.id)).size > 1;
  const formatBalance = ({ balance, account }: PeriodMovement) =>
    balance === null ? '–' : formatAmount(balance, account.unit, currencyCode);
  const formatRow = ({ amount, account }: PeriodMovement) =>
    amount === 0 ? '–' : formatChange(amount, account.unit, currencyCode);
  const renderUndo = ({ id, canUndo, text }: PeriodMovement) =>
    canUndo && (
      <Button
        variant="default"
        size="compact-sm"
        className={`${css.screenOnly} ${css.undo}`}
        disabled={isUndoing}
        aria-label={`Undo: ${text}`}
        onClick={() => onUndo(id)}
      >
        Undo
      </Button>
    );
  if (isNarrow)
    return (
      <Stack component="ul" gap={0} role="list">
        {movements.map((movement) => (
          <li key={movement.id} className={`${css.item} ${css.movement}`}>
            <span>{movement.text}</span>
            <span className={`${css.number} figures`}>{formatRow(movement)}</span>
            <Text span size="sm" c="dimmed">
              {formatDate(movement.createdOnUtc)}
              {hasGroups && ` · ${getBalanceName(movement.account)}`}
              {movement.orderId !== null && (
                <>
                  {' · Order '}
                  <OrderLink id={movement.orderId} />
                </>
              )}
            </Text>
            <Text span size="sm" c="dimmed" className={`${css.number} figures`}>
              Balance {formatBalance(movement)}
            </Text>
            {renderUndo(movement)}
          </li>
        ))}
      </Stack>
    );
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">What happened</th>
          {hasGroups && <th scope="col">{getBalanceCaption(movements.map(({ account }) => account))}</th>}
          <th scope="col">Order</th>
          <th scope="col" className={css.number}>
            Change
          </th>
          <th scope="col" className={css.number}>
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <tr key={movement.id}>
            <td className={css.date}>{formatDate(movement.createdOnUtc)}</td>
            <td>
              <Group component="span" gap="xs">
                {movement.text}
                {renderUndo(movement)}
              </Group>
            </td>
            {hasGroups && <td>{getBalanceName(movement.account)}</td>}
            <td>
              <OrderLink id={movement.orderId} />
            </td>
            <td className={css.number}>{formatRow(movement)}</td>
            <td className={css.number} data-strong>
              {formatBalance(movement)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
