import type { QueryOf } from '#contract/index.ts';
import type { CombinedFilter, FilterEditorProps } from '#web/app/lists/list-filter.ts';
import { OptionList } from '#web/app/lists/option-list.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { INCOMPLETE_DAY } from '#web/ui/forms/incomplete-day.ts';

const PERIODS = [
  { id: 'week', label: 'Last 7 days' },
  { id: 'month', label: 'Last 30 days' },
  { id: 'quarter', label: 'Last 90 days' },
  { id: 'year', label: 'This year' },
  { id: 'lastYear', label: 'Last year' },
] as const;

type NamedPeriod = (typeof PERIODS)[number]['id'];
/** A period that moves with today, or days as 2026-03-12, either of which may be missing. */
type Period = NamedPeriod | `${string}..${string}`;

const isNamed = (period: string): period is NamedPeriod => PERIODS.some(({ id }) => id === period);
const readDays = (period: string) => {
  const [from = '', to = ''] = period.split('..');
  return { from, to };
};
const isDayOrNothing = (text: string) => text === '' || (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)));

/** The first and the last day of a period relative to today, as 2026-03-12. */
export function getPeriodDates(period: NamedPeriod, today: Date): { from: string; to: string } {
  const year = today.getFullYear();
  if (period === 'year') return { from: `${year}-01-01`, to: toIsoDay(today) };
  if (period === 'lastYear') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  const length = { week: 7, month: 30, quarter: 90 }[period];
  // The period includes both days, so "7 days" begins six days ago.
  return { from: toIsoDay(new Date(year, today.getMonth(), today.getDate() - length + 1)), to: toIsoDay(today) };
}

function describePeriod(period: Period): string {
  if (isNamed(period)) return PERIODS.find(({ id }) => id === period)?.label ?? '';
  const { from, to } = readDays(period);
  if (from && to) return `${formatDate(from)} to ${formatDate(to)}`;
  return from ? `from ${formatDate(from)}` : `until ${formatDate(to)}`;
}

/** Orders of a period: a named one, or between two days. In the URL `period=month` or `period=2026-01-05..2026-02-28`. */
export const orderPeriodFilter: CombinedFilter<NonNullable<QueryOf<'GET /api/orders'>>> = {
  label: 'Period',
  url: 'period',
  read: (text) => {
    if (isNamed(text)) return text;
    const { from, to } = readDays(text);
    return text.includes('..') && (from || to) && isDayOrNothing(from) && isDayOrNothing(to) ? `${from}..${to}` : undefined;
  },
  write: String,
  toQuery: (period) => {
    const { from, to } = isNamed(String(period)) ? getPeriodDates(period as NamedPeriod, new Date()) : readDays(String(period));
    return { ...(from && { createdAtMin: from }), ...(to && { createdAtMax: to }) };
  },
  Words: ({ value }) => describePeriod(value as Period),
  Editor: PeriodEditor,
};

function PeriodEditor({ filter, value, onChange }: FilterEditorProps<unknown>) {
  const { from, to } = typeof value === 'string' && !isNamed(value) ? readDays(value) : { from: '', to: '' };
  const change = (days: { from: string; to: string }) => {
    // The field says itself what is missing; until then the list stays as it is.
    if (Object.values(days).includes(INCOMPLETE_DAY)) return;
    onChange(days.from || days.to ? `${days.from}..${days.to}` : undefined);
  };
  return (
    <>
      <OptionList
        label={filter.label}
        options={PERIODS}
        chosen={typeof value === 'string' && isNamed(value) ? [value] : []}
        onChoose={onChange}
      />
      <DateField label="From" value={from} max={to || undefined} onChange={(day) => change({ from: day, to })} />
      <DateField label="Until" value={to} min={from || undefined} onChange={(day) => change({ from, to: day })} />
    </>
  );
}
