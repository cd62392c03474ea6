import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { patterns } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { type ColumnChoice, getColumnChoice } from './column-choice.ts';
import { ColumnsStep } from './columns-step.tsx';
import css from './import.module.css';
import { importTexts, type PeopleImport } from './import-labels.ts';
import { type ImportStep, ImportSteps } from './import-steps.tsx';
import { getImportsPath } from './imports-path.ts';
import { PreviewProgress } from './preview-progress.tsx';
import { PreviewStep } from './preview-step.tsx';
import { ReadingNotes } from './reading-notes.tsx';
import { ReadingStep } from './reading-step.tsx';
import { ResultStep } from './result-step.tsx';
import { ValuesStep } from './values-step.tsx';

const POLL_INTERVAL_MS = 700;

const isPreviewing = ({ state, isPreviewInterrupted }: PeopleImport) => state === 'previewing' && !isPreviewInterrupted;

/** One import at its present step: how the file is read, columns, values, preview or result. */
export function ImportPage() {
  const id = Number(useParams().id);
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/peopleimports/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isPreviewing(state.data.peopleImport) ? POLL_INTERVAL_MS : false),
  });
  const [chosen, setChosen] = useState<{ importId: number; choice: ColumnChoice }>();
  const setChoice = (choice: ColumnChoice) => setChosen({ importId: id, choice });
  const showPreview = () => setSearch({}, { replace: true });
  const peopleImport = data?.peopleImport;
  const kind = peopleImport?.kind ?? (location.pathname.startsWith(patterns.rangeImports) ? 'range' : 'people');
  const step = peopleImport && getStep(peopleImport, search.get('step'));
  return (
    <>
      <PageHeader
        title={peopleImport?.fileName ?? 'Import'}
        tab={peopleImport ? importTexts[kind].title : 'Import'}
        above={
          <BackLink to={{ pathname: getImportsPath(kind), search: location.state?.list }}>{importTexts[kind].title}</BackLink>
        }
      >
        {peopleImport &&
          `${plural(peopleImport.rows, 'row')}, uploaded on ${formatDateTime(peopleImport.createdOnUtc)} by ${peopleImport.createdBy}.`}
      </PageHeader>
      <ImportSteps at={step ?? 'columns'} />
      {(step === 'columns' || step === 'preview') && (
        <div className={css.notes}>
          <ReadingNotes importId={id} onReading={() => setSearch({ step: 'file' })} />
        </div>
      )}
      {!peopleImport ? (
        <Card flush>
          {error ? (
            <ErrorState title="This file could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading the file">
              <SkeletonRows rows={6} height={64} />
            </PageLoading>
          )}
        </Card>
      ) : isPreviewing(peopleImport) ? (
        <PreviewProgress {...peopleImport.previewProgress} nouns={['row', 'rows']} />
      ) : step === 'file' ? (
        <ReadingStep
          key={id}
          peopleImport={peopleImport}
          onChoice={() => setSearch({ step: 'file' }, { replace: true })}
          onDone={() => {
            // The file may have other columns now.
            setChosen(undefined);
            setSearch({ step: 'columns' }, { replace: true });
          }}
        />
      ) : step === 'columns' ? (
        <ColumnsStep
          key={id}
          peopleImport={peopleImport}
          choice={chosen?.importId === id ? chosen.choice : getColumnChoice(peopleImport)}
          onChoose={setChoice}
          onValues={() => setSearch({ step: 'values' })}
          onPreview={showPreview}
          onReading={() => setSearch({ step: 'file' })}
        />
      ) : step === 'values' ? (
        <ValuesStep
          key={id}
          peopleImport={peopleImport}
          choice={chosen?.importId === id ? chosen.choice : getColumnChoice(peopleImport)}
          onColumns={() => setSearch({ step: 'columns' })}
          onPreview={showPreview}
        />
      ) : step === 'preview' ? (
        <PreviewStep
          peopleImport={peopleImport}
          onColumns={() => setSearch({ step: 'columns' })}
          onValues={() => setSearch({ step: 'values' })}
        />
      ) : (
        <ResultStep peopleImport={peopleImport} />
      )}
    </>
  );
}

function getStep(
  { state, startedOnUtc, isPreviewInterrupted, isReadingConfirmed }: PeopleImport,
  wanted: string | null,
): ImportStep {
  if (startedOnUtc !== null) return 'result';
  // A file that says how it is read needs no look at it.
  if (!isReadingConfirmed || wanted === 'file') return 'file';
  if (wanted === 'values' && state !== 'previewing') return 'values';
  if (state === 'uploaded' || isPreviewInterrupted) return 'columns';
  return state === 'previewed' && wanted === 'columns' ? 'columns' : 'preview';
}
