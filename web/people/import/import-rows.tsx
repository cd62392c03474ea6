import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ImportOutcome } from '#contract/people/people-import.ts';
import { apiQuery, download } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import css from './import.module.css';
import { findOutcomeLabels, type ImportRow, importOutcomes, isFullyProcessed, type PeopleImport } from './import-labels.ts';

const LIMIT = 25;
const MAX_CHANGES = 4;

/** Row by row what becomes, or became, of the file: counts that filter, pages, and the whole of it as a workbook. */
export function ImportRows({ one }: { one: PeopleImport }) {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(0, Number(search.get('page') ?? 1) - 1) || 0;
  const outcome = importOutcomes.find((known) => known.outcome === search.get('outcome'))?.outcome;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery('GET /api/peopleimports/:id/rows', { params: { id: one.id }, query: { outcome, page, limit: LIMIT } }),
    placeholderData: keepPreviousData,
  });
  const show = (next: { outcome?: ImportOutcome | undefined; page?: number }) =>
    setSearch(
      { ...(next.outcome ? { outcome: next.outcome } : {}), ...(next.page ? { page: String(next.page + 1) } : {}) },
      { preventScrollReset: true },
    );
  const all = importOutcomes.reduce((sum, known) => sum + one.counts[known.outcome], 0);
  const done = isFullyProcessed(one);
  return (
    <section className={css.rowsPart} aria-label="Rows">
      <div className={css.bar}>
        <fieldset className={css.counts} aria-label="What becomes of the rows">
          <Toggle pressed={outcome === undefined} onChange={() => show({})}>
            All {formatNumber(all)}
          </Toggle>
          {importOutcomes
            .filter((known) => one.counts[known.outcome] > 0)
            .map((known) => (
              <Toggle
                key={known.outcome}
                pressed={outcome === known.outcome}
                onChange={(pressed) => show({ outcome: pressed ? known.outcome : undefined })}
              >
                {done ? known.done : known.planned} {formatNumber(one.counts[known.outcome])}
              </Toggle>
            ))}
        </fieldset>
        <ReportButton one={one} outcome={outcome} />
      </div>
      {!data ? (
        <Card flush>
          {error ? (
            <ErrorState title="The rows could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading rows">
              <SkeletonRows rows={8} height={68} />
            </PageLoading>
          )}
        </Card>
      ) : data.rows.length === 0 ? (
        <Card>
          <EmptyState title="There are no rows here">
            {all > 0 && data.totalCount === 0 && outcome === undefined
              ? 'What files said of people is deleted after 90 days.'
              : 'Choose another kind of rows above.'}
          </EmptyState>
        </Card>
      ) : (
        <div className={css.list} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <Card flush>
            <ul className={css.rows} aria-label="Rows of the file">
              {data.rows.map((row) => (
                <Row key={row.row} row={row} done={done} />
              ))}
            </ul>
          </Card>
          <Pager
            page={page}
            limit={LIMIT}
            totalCount={data.totalCount}
            noun={data.totalCount === 1 ? 'row' : 'rows'}
            onPage={(next) => show({ outcome, page: next })}
          />
        </div>
      )}
    </section>
  );
}

const undoWords: Record<string, string> = { undone: 'Taken back', partly: 'Taken back in part', kept: 'Not taken back' };

function Row({ row, done }: { row: ImportRow; done: boolean }) {
  const known = row.outcome ? findOutcomeLabels(row.outcome) : undefined;
  const shown = row.changes.slice(0, MAX_CHANGES);
  const more = row.changes.length - shown.length;
  const [open, setOpen] = useState(false);
  return (
    <li className={css.row}>
      <div className={css.who}>
        <span className={`${css.line} figures`}>{row.line === null ? 'Not in the file' : `Line ${row.line}`}</span>
        <strong className={css.name}>
          {row.customerId ? <Link to={paths.person(row.customerId)}>{row.person || 'Person'}</Link> : row.person || 'No name'}
        </strong>
        <span className={css.muted}>{[row.employeeNumber, row.email].filter(Boolean).join(' · ')}</span>
      </div>
      <div className={css.what}>
        {row.reasons.map((reason) => (
          <p key={reason} className={row.outcome === 'refuse' ? css.why : css.muted}>
            {reason}
          </p>
        ))}
        {row.changes.length > 0 && (
          <dl className={css.changes}>
            {(open ? row.changes : shown).map(({ field, before, after }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>
                  {before && (
                    <>
                      <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                    </>
                  )}
                  {after ? <ins>{after}</ins> : <em>empty</em>}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {more > 0 && (
          <button type="button" className={css.more} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : `and ${more} more`}
          </button>
        )}
        {row.undo && (
          <p className={css.muted}>
            <strong>{undoWords[row.undo]}.</strong> {row.undoReasons.join(' ')}
          </p>
        )}
      </div>
      <div className={css.badge}>
        {known && <StatusBadge tone={known.tone}>{done || row.isDone ? known.done : known.planned}</StatusBadge>}
      </div>
    </li>
  );
}

function ReportButton({ one, outcome }: { one: PeopleImport; outcome: ImportOutcome | undefined }) {
  return (
    <DownloadButton file={() => download('GET /api/peopleimports/:id/report', { params: { id: one.id }, query: { outcome } })}>
      Download as Excel
    </DownloadButton>
  );
}
