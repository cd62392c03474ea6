import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSeesCharges } from '#web/app/session/profile.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { AdjustDialog } from '../adjustments/adjust-dialog.tsx';
import { useAdjustments } from '../adjustments/use-adjustments.ts';
import { AskForMore } from '../entitlement-requests/ask-for-more.tsx';
import { formatAmount, formatLongDay } from '../reasoning.ts';
import {
  getFigures,
  listMovements,
  nameBalance,
  type Statement,
  type StatementAccount,
  type StatementPeriod,
} from '../statement-model.ts';
import { AskForMoreTime } from '../time-requests/ask-for-more-time.tsx';
import { WhySheet } from '../why-sheet.tsx';
import { Balances } from './balances.tsx';
import { Movements } from './movements.tsx';
import css from './statement.module.css';

interface Props {
  statement: Statement;
  period: StatementPeriod;
  isOwn: boolean;
}

/** The days of a period as text: "1 October 2026 to 31 March 2027"; undefined where it has no limit in time. */
const describeDays = ({ startsOn, endsOn }: StatementPeriod) =>
  startsOn && endsOn ? `${formatLongDay(startsOn)} to ${formatLongDay(endsOn)}` : undefined;

/** A wardrobe in one period: four figures, the balances behind them, and every movement. */
export function PeriodSection({ statement, period, isOwn }: Props) {
  const { currencyCode, canAdjust, customer } = statement;
  const [explained, setExplained] = useState<StatementAccount>();
  const [isAsking, setAsking] = useState(false);
  const [adjusted, setAdjusted] = useState<StatementAccount>();
  const { adjust, undo } = useAdjustments(currencyCode);
  const movements = listMovements(period);
  const isShortened = period.accounts.some((account) => account.totalMovements > account.movements.length);
  const left = explained?.left ?? null;
  const explain = (account: StatementAccount, asks: boolean) => {
    setAsking(asks);
    setExplained(account);
  };
  return (
    <Stack component="section" aria-label={[period.collectionName, period.seasonName].filter(Boolean).join(', ')}>
      <div>
        <h2>{[period.collectionName, period.seasonName].filter(Boolean).join(' · ')}</h2>
        <Text size="sm" c="dimmed">
          {describeDays(period)}
        </Text>
      </div>
      {isOwn && <AskForMoreTime seasonId={period.seasonId} isOnlyThisSeason saysWhen />}
      <Figures period={period} currencyCode={currencyCode} />
      <Card title="What is left" flush>
        <Balances
          accounts={period.accounts}
          currencyCode={currencyCode}
          onWhy={(account) => explain(account, false)}
          onAsk={(account) => explain(account, true)}
          onAdjust={canAdjust ? setAdjusted : undefined}
        />
      </Card>
      <Card title="All movements" flush>
        <Movements
          movements={movements}
          currencyCode={currencyCode}
          isUndoing={undo.isPending}
          onUndo={(id) => undo.mutate(id)}
        />
        {movements.some(({ kind, amount }) => kind === 'use' && amount === 0) && (
          <Text size="sm" c="dimmed" className={css.foot}>
            An order is taken off the balance when it is placed. Sending it does not change the balance again.
          </Text>
        )}
        {isShortened && (
          <Text size="sm" c="dimmed" className={css.foot}>
            Only the latest movements are shown.
          </Text>
        )}
      </Card>
      <WhySheet
        opened={explained !== undefined}
        onClose={() => setExplained(undefined)}
        title={
          explained && left !== null
            ? `Why ${formatAmount(left, explained.unit, currencyCode)} in ${nameBalance(explained)}?`
            : 'Why?'
        }
        reasonings={explained ? [explained.reasoning] : []}
        currencyCode={currencyCode}
        totalLabel={isOwn ? 'Left for you' : 'Left'}
        renderBelow={
          explained?.canAskForMore
            ? (reasoning) => <AskForMore reasoning={reasoning} currencyCode={currencyCode} initiallyOpen={isAsking} />
            : undefined
        }
      />
      {adjusted && (
        <AdjustDialog
          account={adjusted}
          personName={customer.firstName}
          currencyCode={currencyCode}
          adjust={adjust}
          onClose={() => setAdjusted(undefined)}
        />
      )}
    </Stack>
  );
}

function Figures({ period, currencyCode }: { period: StatementPeriod; currencyCode: string }) {
  const { unit, granted, reserved, used, left } = getFigures(period);
  // A wearer's organisation pays the tax.
  const seesCharges = useSeesCharges();
  const figures: [label: string, amount: number | null][] = [
    ['Granted', granted],
    ['Reserved by orders', reserved],
    ['Used', used],
    [unit === 'pieces' ? 'Left' : 'Left to spend', left],
  ];
  return (
    <dl className={`${css.tiles} figures`}>
      {figures.map(([label, amount], index) => (
        <div key={label} className={css.tile} data-main={index === 3 || undefined}>
          <Text component="dt" c="dimmed">
            {label}
          </Text>
          {amount === null ? (
            <dd className={css.unlimited}>No limit</dd>
          ) : (
            <dd>
              <strong>{formatAmount(amount, unit === 'money' ? 'money' : 'pieces', currencyCode)}</strong>
              <Text span size="sm" c="dimmed">
                {unit === 'money' ? seesCharges && 'excluding tax' : unit}
              </Text>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
