import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './balance-card.module.css';
import { describeClosing, formatClosedHeadline, formatHeadline, getShare } from './builder-labels.ts';
import type { BuilderState } from './use-builder.ts';
import { WhyWardrobe } from './why.tsx';

/** What is left to choose in the whole wardrobe, and until when. */
export function BalanceCard({ state }: { state: BuilderState }) {
  const { builder, totals, currencyCode } = state;
  const { figure, text } = state.canChoose ? formatHeadline(totals, currencyCode) : formatClosedHeadline(totals);
  const share = getShare(totals);
  // The last day no longer matters once everything is ordered.
  const isDone = totals.unit === 'pieces' && totals.needed === 0 && totals.inCart === 0;
  const closing = state.canChoose && !isDone ? describeClosing(builder.season) : undefined;
  return (
    <Card>
      <p className={`${css.figure} figures`}>{figure}</p>
      <Text c="dimmed">
        {text} · <WhyWardrobe state={state} />
      </Text>
      {share && (
        <div className={css.bar}>
          <ProgressBar label={state.canChoose ? 'Chosen so far' : 'Chosen or ordered'} done={share.done} total={share.total} />
        </div>
      )}
      {closing && (
        <p className={css.closing}>
          <StatusBadge tone={closing.isSoon ? 'warning' : 'neutral'}>Closes {closing.day}</StatusBadge>
          <span className="figures">{closing.left}</span>
        </p>
      )}
      {!state.isPreview && (
        <Text mt="sm">
          <Link to={paths.statement()}>View your statement</Link>
        </Text>
      )}
    </Card>
  );
}
