import { Box, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ImportKind } from '#contract/people/import.ts';
import { api, download, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { ProductsNav } from '#web/app/shell/products-nav.tsx';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { lowerFirst } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import sections from '#web/ui/layout/sections.module.css';
import { BalanceExplanation } from './balance-explanation.tsx';
import { DeactivationThreshold } from './deactivation-threshold.tsx';
import css from './import.module.css';
import { importTexts, type PeopleImport } from './import-labels.ts';
import { ImportSteps } from './import-steps.tsx';
import { importsLists } from './imports-list.tsx';
import { getImportPath } from './imports-path.ts';

const MAX_FILE_MB = 20;
/** While the server is busy, the file is sent again for a minute. */
const RETRY_DELAY_MS = 5000;
const MAX_RETRIES = 12;
const ACCEPTED_FILE_TYPES = '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Uploads a file of people, and lists earlier ones with their results. */
export function ImportsPage() {
  return (
    <>
      <ImportsHeader kind="people" />
      <ImportSteps at="file" />
      <UploadFile kind="people" />
      <PastImports kind="people" />
      <DeactivationThreshold />
    </>
  );
}

/** Uploads a file of opening balances, explains what these are, and lists earlier ones with their results. */
export function BalanceImportsPage() {
  return (
    <>
      <ImportsHeader kind="balances" />
      <ImportSteps at="file" />
      <UploadFile kind="balances" />
      <BalanceExplanation />
      <PastImports kind="balances" />
    </>
  );
}

/** Uploads the exported range again, and lists earlier files with their results. */
export function RangeImportsPage() {
  return (
    <>
      <ImportsHeader kind="range" />
      <ImportSteps at="file" />
      <UploadFile kind="range" />
      <PastImports kind="range" />
    </>
  );
}

interface KindProps {
  kind: ImportKind;
}

function ImportsHeader({ kind }: KindProps) {
  const { title, introduction } = importTexts[kind];
  return (
    <>
      <PageHeader
        title={title}
        above={kind === 'range' ? <ProductsNav /> : <PeopleNav />}
        actions={<TemplateButton kind={kind} />}
      >
        {introduction}
      </PageHeader>
      {kind !== 'range' && (
        <nav className={sections.sections} aria-label="What to import">
          <Link to={paths.peopleImports()} aria-current={kind === 'people' ? 'page' : undefined}>
            People
          </Link>
          <Link to={paths.balanceImports()} aria-current={kind === 'balances' ? 'page' : undefined}>
            Opening balances
          </Link>
        </nav>
      )}
    </>
  );
}

function TemplateButton({ kind }: KindProps) {
  return (
    <DownloadButton file={() => download('GET /api/peopleimports/template', { query: { kind } })}>
      {kind === 'range' ? 'Export to Excel' : 'Download a template'}
    </DownloadButton>
  );
}

/** Previews an exported range at once: its columns are known. Other files first show what their columns mean. */
async function previewExported(uploaded: { peopleImport: PeopleImport }) {
  const { id, columns } = uploaded.peopleImport;
  const fields = columns.map(({ field }) => field);
  if (!fields.includes('id') || !fields.includes('version') || fields.includes(null)) return uploaded;
  // The file is saved: if this fails, its page offers the preview.
  return api('POST /api/peopleimports/:id/preview', { params: { id }, body: { fields } }).catch(() => uploaded);
}

function UploadFile({ kind }: KindProps) {
  const { fileLabel } = importTexts[kind];
  const navigate = useNavigate();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_FILE_MB * 1024 * 1024) throw new Error(`The file is larger than ${MAX_FILE_MB} MB. Please split it.`);
      const uploaded = await api('POST /api/peopleimports', { query: { kind, fileName: file.name.slice(0, 200) }, file });
      return kind === 'range' ? previewExported(uploaded) : uploaded;
    },
    // The server reads one file at a time, and few may wait. A refused file was not saved, so sending it again creates no second import.
    retry: (failures, error) => error instanceof ApiError && error.status === 503 && failures < MAX_RETRIES,
    retryDelay: RETRY_DELAY_MS,
    onSuccess: ({ peopleImport }) => {
      void invalidateCalls(client, 'GET /api/peopleimports');
      void navigate(getImportPath(peopleImport));
    },
  });
  const take = (file: File | undefined) => {
    if (file && !upload.isPending) upload.mutate(file);
    // Allows the same file to be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Card>
      <fieldset
        className={css.drop}
        aria-label={fileLabel}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className={css.dropTitle}>
          {!upload.isPending
            ? 'Drop a file here, or choose one'
            : upload.failureCount === 0
              ? 'Reading the file…'
              : 'Waiting for other files to be read…'}
        </p>
        <Text size="sm" c="dimmed">
          CSV, TSV or Excel (.xlsx), up to {MAX_FILE_MB} MB and 50,000 rows. The first row must contain the headings.
        </Text>
        <Button loading={upload.isPending} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED_FILE_TYPES}
          hidden
          aria-label={`Choose a ${lowerFirst(fileLabel)}`}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </fieldset>
      {upload.error && (
        <Box mt="md">
          <Notice tone="danger" role="alert">
            {upload.error.message} Nothing has been changed.
          </Notice>
        </Box>
      )}
    </Card>
  );
}

function PastImports({ kind }: KindProps) {
  return (
    <section className={css.past} aria-labelledby="past-imports">
      <h2 id="past-imports" className={css.heading}>
        Earlier files
      </h2>
      <ListPage model={useList(importsLists[kind], undefined)} />
    </section>
  );
}
