import { Stack } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import css from './all-ordered-page.module.css';
import { BalanceCard } from './balance-card.tsx';
import type { UniformNews } from './builder-context.ts';
import { useAllOrderedTitle, WardrobeName } from './builder-heading.tsx';
import { Notices } from './notices.tsx';
import { SizeCard } from './size-card.tsx';
import { StepList } from './step-list.tsx';
import type { BuilderState } from './use-builder.ts';

/** The overview once everything is ordered: what is on its way leads, the wardrobe follows. */
export function AllOrderedPage({ state, news: { underWay, more, end } }: { state: BuilderState; news: UniformNews }) {
  const title = useAllOrderedTitle();
  const { unit, owed, ordered } = state.totals;
  const note = unit === 'pieces' ? `${formatNumber(owed)} of ${plural(owed, 'piece')}` : plural(ordered, 'piece');
  return (
    <>
      <PageHeader title={title} tab="My uniform">
        <WardrobeName state={state} note={note} />
      </PageHeader>
      <Notices state={state} />
      <div className={css.columns}>
        <Stack>{underWay(true)}</Stack>
        <Stack>
          {more}
          <StepList state={state} />
          <BalanceCard state={state} />
          <SizeCard />
          <p className={css.orders}>
            <Link to={paths.orders()}>View your orders</Link>
          </p>
        </Stack>
      </div>
      {end && <div className={css.end}>{end}</div>}
    </>
  );
}
