import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { ProgressBar, percentOf } from '#web/ui/feedback/progress-bar.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { ContinueImportButton } from './continue-import-button.tsx';
import css from './import.module.css';
import { hasStarted, isInProgress, type PeopleImport } from './import-labels.ts';
import { type ImportStep, ImportSteps } from './import-steps.tsx';
import { PreviewStep } from './preview-step.tsx';
import { ResultStep } from './result-step.tsx';

const POLL_INTERVAL_MS = 700;

/** One file on its way: what its columns are, what it would do, how far it is, what came of it. */
export function ImportPage() {
  const id = Number(useParams().id);
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/peopleimports/:id', { params: { id } }),
    // A job is at it, while one looks or after one has left and come back.
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data.peopleImport.state) ? POLL_INTERVAL_MS : false),
  });
  const one = data?.peopleImport;
  const step = one && stepOf(one, search.get('step') === 'columns');
  return (
    <>
      <PageHeader title={one?.fileName ?? 'Import people'} tab="Import people" above={<PeopleNav />}>
        {one && `${plural(one.rows, 'row')}, read on ${formatDateTime(one.createdOnUtc)} by ${one.createdBy}.`}
      </PageHeader>
      <ImportSteps at={step ?? 'columns'} />
      {!one ? (
        <Card flush>
          {error ? (
            <ErrorState title="This file could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading the file">
              <SkeletonRows rows={6} height={64} />
            </PageLoading>
          )}
        </Card>
      ) : isInProgress(one.state) ? (
        <Progress one={one} />
      ) : step === 'columns' ? (
        <ColumnsStep key={one.id} one={one} onPreview={() => setSearch({}, { replace: true })} />
      ) : step === 'preview' ? (
        <PreviewStep one={one} onColumns={() => setSearch({ step: 'columns' })} />
      ) : (
        <ResultStep one={one} />
      )}
    </>
  );
}

function stepOf(one: PeopleImport, wantsColumns: boolean): ImportStep {
  if (hasStarted(one)) return 'result';
  if (one.state === 'uploaded' || one.state === 'failed') return 'columns';
  return one.state === 'previewed' && wantsColumns ? 'columns' : 'preview';
}

const DOING = {
  previewing: 'Working out what would happen to whom',
  running: 'Carrying it out',
  undoing: 'Taking it back',
} as Partial<Record<PeopleImport['state'], string>>;

/** How far the job is. Whoever leaves finds it again in the list of files. */
function Progress({ one }: { one: PeopleImport }) {
  const { done, total } = one.progress;
  return (
    <Card>
      <div className={css.progress}>
        <p className={css.dropTitle} role="status">
          {DOING[one.state]} {one.isStopped ? 'has stopped' : '…'}
        </p>
        <ProgressBar label={DOING[one.state] ?? ''} done={done} total={total} />
        <p className={`${css.muted} figures`}>
          {total > 0 ? `${formatNumber(done)} of ${plural(total, 'row')}, ${percentOf(done, total)} %` : 'About to begin'}
        </p>
        <p className={css.muted}>
          {one.state === 'previewing' && 'Nothing is changed yet. '}
          {one.isStopped
            ? 'Something went wrong on our side. What is done stays; continue, and the rest is done.'
            : 'You can leave this page; it goes on without you, and stands in the list of files.'}
        </p>
        {one.isStopped && (
          <div>
            <ContinueImportButton one={one} />
          </div>
        )}
      </div>
    </Card>
  );
}
