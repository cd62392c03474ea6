import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { ImportKind } from '#contract/people/import.ts';
import { api, download, invalidateCalls } from '#web/app/api.ts';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { FileDrop } from '#web/app/forms/file-drop.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { ProductsNav } from '#web/app/shell/products-nav.tsx';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
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
  const template = () => download('GET /api/peopleimports/template', { query: { kind } });
  return kind === 'range' ? (
    <ExportButton asked={{ list: 'range' }} rows={undefined} file={template} />
  ) : (
    <DownloadButton file={template}>Download a template</DownloadButton>
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
  return (
    <FileDrop
      label={fileLabel}
      accept={ACCEPTED_FILE_TYPES}
      maxMegabytes={MAX_FILE_MB}
      hint={`CSV, TSV or Excel (.xlsx), up to ${MAX_FILE_MB} MB and 50,000 rows.`}
      send={async (file) => {
        const uploaded = await api('POST /api/peopleimports', { query: { kind, fileName: file.name.slice(0, 200) }, file });
        return kind === 'range' ? previewExported(uploaded) : uploaded;
      }}
      onSent={({ peopleImport }) => {
        void invalidateCalls(client, 'GET /api/peopleimports');
        void navigate(getImportPath(peopleImport));
      }}
    />
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
