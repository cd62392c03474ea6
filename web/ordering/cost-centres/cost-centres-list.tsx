import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { flag } from '#web/app/lists/filter-kinds.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { formatDay, formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import css from './cost-centres.module.css';

export type CostCentre = ReplyOf<'GET /api/costcentres'>['costCentres'][number];
export type CostCentreAction = 'edit' | 'reopen' | 'withdraw';

/** Who reads the list, and what its buttons do. */
export interface CostCentresReader {
  currencyCode: string;
  /** Undefined for administrators of some groups, who cannot change cost centres. */
  act: ((action: CostCentreAction, costCentre: CostCentre) => void) | undefined;
}

/** "From 1 Apr 2026 until 31 Mar 2027"; empty where it is always valid. */
export function describeDays({ validFrom, validUntil }: Pick<CostCentre, 'validFrom' | 'validUntil'>): string {
  if (validFrom && validUntil) return `${formatDay(validFrom)} to ${formatDay(validUntil)}`;
  if (validFrom) return `From ${formatDay(validFrom)}`;
  return validUntil ? `Until ${formatDay(validUntil)}` : '';
}

const listGroups = ({ groups }: CostCentre) => groups.map(({ name }) => name).join(', ');

/** What was ordered this season, of the limit where there is one. */
function SeasonValue({ costCentre, currencyCode }: { costCentre: CostCentre; currencyCode: string }) {
  const { code, seasonValue, seasonLimit } = costCentre;
  const value = formatMoney(seasonValue, currencyCode);
  if (seasonLimit === null) return value;
  return (
    <span className={css.season}>
      <span>
        {value} of {formatMoney(seasonLimit, currencyCode)}
      </span>
      <ProgressBar label={`Ordered of the amount of ${code}`} done={Math.min(seasonValue, seasonLimit)} total={seasonLimit} />
      {seasonValue > seasonLimit && <span className={css.over}>{formatMoney(seasonValue - seasonLimit, currencyCode)} over</span>}
    </span>
  );
}

function State({ costCentre: { active, isOpen } }: { costCentre: CostCentre }) {
  if (!active) return <StatusBadge tone="neutral">Withdrawn</StatusBadge>;
  return isOpen ? null : <StatusBadge tone="warning">Not open today</StatusBadge>;
}

/** The cost centres of the organisation. */
export const costCentresList = defineList<'GET /api/costcentres', CostCentresReader>()({
  name: 'costcentres',
  call: 'GET /api/costcentres',
  rowsKey: 'costCentres',
  nouns: ['cost centre', 'cost centres'],
  label: 'Cost centres',
  columns: {
    code: { title: 'Code', isHeading: true, cell: ({ code }) => code },
    name: { title: 'Name', wraps: true, cell: ({ name }) => name },
    groups: { title: 'Groups', wraps: true, cell: (row) => listGroups(row) || 'Everyone', onCard: listGroups },
    days: { title: 'Valid', wraps: true, cell: (row) => describeDays(row) || 'Always', onCard: describeDays },
    season: {
      title: 'Ordered this season',
      basis: 'excl. tax',
      isNumber: true,
      cell: (row, { currencyCode }) => <SeasonValue costCentre={row} currencyCode={currencyCode} />,
    },
    people: {
      title: 'People',
      isNumber: true,
      cell: ({ peopleCount }) => formatNumber(peopleCount),
      onCard: ({ peopleCount }) => (peopleCount > 0 ? plural(peopleCount, 'person', 'people') : null),
    },
    state: { title: 'Status', cell: (row) => <State costCentre={row} /> },
  },
  card: [
    { start: ['code', 'name'], end: 'state' },
    { start: ['groups', 'days', 'people'], end: 'season' },
    { start: [], end: 'actions' },
  ],
  actions: (row, { act }) =>
    act && (
      <div className={css.actions}>
        {row.active ? (
          <>
            <RowButton aria-label={`Edit ${row.code}`} aria-haspopup="dialog" onClick={() => act('edit', row)}>
              Edit
            </RowButton>
            <RowButton aria-label={`Withdraw ${row.code}`} aria-haspopup="dialog" onClick={() => act('withdraw', row)}>
              Withdraw
            </RowButton>
          </>
        ) : (
          <RowButton aria-label={`Reopen ${row.code}`} onClick={() => act('reopen', row)}>
            Reopen
          </RowButton>
        )}
      </div>
    ),
  search: { param: 'searchTerm', url: 'q', label: 'Search cost centres', placeholder: 'Code or name' },
  filters: {
    activeOnly: flag({ label: 'Not withdrawn', url: 'active' }),
    openOnly: flag({ label: 'Open today', url: 'open' }),
  },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: {
    title: 'No cost centres yet',
    text: 'Add the cost centres that orders are charged to, or import them from a file. A question of the checkout then asks for one.',
  },
  nothingFound: 'You can search by code or name. Check the spelling or remove a filter.',
});
