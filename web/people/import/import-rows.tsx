import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ImportOutcome } from '#contract/people/import.ts';
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
import { findOutcomeLabels, type ImportRow, importOutcomes, type PeopleImport } from './import-labels.ts';

const LIMIT = 25;
const MAX_CHANGES = 4;

/** What each row does or did: counts that filter, pages, and a workbook of all rows. */
export function ImportRows({ peopleImport }: { peopleImport: PeopleImport }) {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(0, Number(search.get('page') ?? 1) - 1) || 0;
  const outcome = importOutcomes.find((labels) => labels.outcome === search.get('outcome'))?.outcome;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery('GET /api/peopleimports/:id/rows', { params: { id: peopleImport.id }, query: { outcome, page, limit: LIMIT } }),
    placeholderData: keepPreviousData,
  });
  const show = (next: { outcome?: ImportOutcome | undefined; page?: number }) =>
    setSearch(
      { ...(next.outcome ? { outcome: next.outcome } : {}), ...(next.page ? { page: String(next.page + 1) } : {}) },
      { preventScrollReset: true },
    );
  const all = importOutcomes.reduce((sum, labels) => sum + peopleImport.counts[labels.outcome], 0);
  const isFinished = peopleImport.finishedOnUtc !== null;
  return (
    <section className={css.rowsSection} aria-label="Rows">
      <div className={css.bar}>
        <fieldset className={css.counts} aria-label={isFinished ? 'What happened to each row' : 'What will happen to each row'}>
          <Toggle pressed={outcome === undefined} onChange={() => show({})}>
            All {formatNumber(all)}
          </Toggle>
          {importOutcomes
            .filter((labels) => peopleImport.counts[labels.outcome] > 0)
            .map((labels) => (
              <Toggle
                key={labels.outcome}
                pressed={outcome === labels.outcome}
                onChange={(pressed) => show({ outcome: pressed ? labels.outcome : undefined })}
              >
                {isFinished ? labels.processed : labels.planned} {formatNumber(peopleImport.counts[labels.outcome])}
              </Toggle>
            ))}
        </fieldset>
        <ReportButton id={peopleImport.id} outcome={outcome} />
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
          <EmptyState title="No rows to show">
            {all > 0 && data.totalCount === 0 && outcome === undefined
              ? 'The rows of a file are deleted after 90 days.'
              : 'Choose another result above.'}
          </EmptyState>
        </Card>
      ) : (
        <div className={css.list} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <Card flush>
            <ul className={css.rows} aria-label="Rows of the file">
              {data.rows.map((row) => (
                <Row key={row.row} row={row} kind={peopleImport.kind} isFinished={isFinished} />
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

const UNDO_LABELS = { restored: 'Undone', partly: 'Partly undone', kept: 'Not undone' } as const;

function Row({ row, kind, isFinished }: { row: ImportRow; kind: PeopleImport['kind']; isFinished: boolean }) {
  const labels = row.outcome ? findOutcomeLabels(row.outcome) : undefined;
  const shown = row.changes.slice(0, MAX_CHANGES);
  const more = row.changes.length - shown.length;
  const [open, setOpen] = useState(false);
  return (
    <li className={css.row}>
      <div className={css.person}>
        <span className={`${css.line} figures`}>{row.line === null ? 'Not in the file' : `Line ${row.line}`}</span>
        <strong className={css.name}>
          {row.customerId ? (
            <Link to={paths.person(row.customerId)}>{row.person || 'Person'}</Link>
          ) : (
            row.person || (kind === 'range' ? 'Unknown product' : 'No name')
          )}
        </strong>
        <span className={css.muted}>{[row.employeeNumber, row.email, row.sku].filter(Boolean).join(' · ')}</span>
      </div>
      <div className={css.details}>
        {row.reasons.map((reason) => (
          <p key={reason} className={row.outcome === 'refuse' ? css.refusal : css.muted}>
            {reason}
          </p>
        ))}
        {row.changes.length > 0 && (
          <dl className={css.changes} data-kind={kind}>
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
            <strong>{UNDO_LABELS[row.undo]}.</strong> {row.undoReason}
          </p>
        )}
      </div>
      <div className={css.badge}>
        {labels && (
          <StatusBadge tone={labels.tone}>{isFinished || row.isProcessed ? labels.processed : labels.planned}</StatusBadge>
        )}
      </div>
    </li>
  );
}

function ReportButton({ id, outcome }: { id: number; outcome: ImportOutcome | undefined }) {
  return (
    <DownloadButton file={() => download('GET /api/peopleimports/:id/report', { params: { id }, query: { outcome } })}>
      Download as Excel
    </DownloadButton>
  );
}
