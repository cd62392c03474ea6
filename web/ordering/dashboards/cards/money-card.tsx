import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { ordersLink } from '../view/dashboard-links.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import css from './figures.module.css';
import { useOverview } from './figures.tsx';
import { useWorklist } from './waiting-card.tsx';

interface Fact {
  label: string;
  value: ReactNode;
  note?: string;
}

/** What is left of budgets, still owed, credited and cancelled: only what there is. What could not be loaded is said by the cards that show more of it. */
export function MoneyCard({ view }: { view: DashboardView }) {
  const overview = useOverview(view);
  const worklist = useWorklist(view);
  const isLoading = overview.isPending || worklist.isPending;
  const facts = listFacts(view, overview.data, worklist.data);
  if (!isLoading && facts.length === 0) return null;
  return (
    <Card data-width="wide" aria-label="Budgets, entitlement and corrections" aria-busy={isLoading}>
      <dl className={css.facts}>
        {isLoading && (
          <div>
            <dt>
              <SkeletonBlock width={96} height={14} />
            </dt>
            <dd className={css.factLoading}>
              <SkeletonBlock width={140} />
            </dd>
          </div>
        )}
        {!isLoading &&
          facts.map(({ label, value, note }) => (
            <div key={label}>
              <dt className={css.label}>{label}</dt>
              <dd className={`${css.fact} figures`}>{value}</dd>
              {note && <dd className={css.note}>{note}</dd>}
            </div>
          ))}
      </dl>
    </Card>
  );
}

type Overview = ReplyOf<'GET /api/organisations/financialOverview'>;
type Worklist = ReplyOf<'GET /api/organisations/worklist'>;

function listFacts({ currency, filters }: DashboardView, overview: Overview | undefined, worklist: Worklist | undefined): Fact[] {
  const money = (amount: number) => formatMoney(amount, currency);
  const facts: Fact[] = [];
  if (overview?.budgetValue && overview.remainingBudgetValue !== null)
    facts.push({ label: 'Budget left', value: money(overview.remainingBudgetValue), note: `of ${money(overview.budgetValue)}` });
  if (worklist?.owed) {
    const { pieces, value } = worklist.owed;
    facts.push({
      label: 'Still to order',
      value: plural(pieces, 'piece'),
      ...(value !== null && { note: `worth ${money(value)}` }),
    });
  }
  if (overview?.creditedValue) facts.push({ label: 'Credited', value: money(overview.creditedValue), note: 'excl. tax' });
  if (overview?.cancelledValue)
    facts.push({
      label: 'Cancelled',
      value: <Link to={ordersLink(filters, { are: 'any' })}>{money(overview.cancelledValue)}</Link>,
      note: 'excl. tax',
    });
  return facts;
}
