import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { EditConflicts } from '#web/ui/forms/edit-conflicts.tsx';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorMeQuery } from '../session/operator-api.ts';
import { DeleteGuide } from './delete-guide.tsx';
import type { GuidePart } from './guide-conflicts.ts';
import { GuideGrid } from './guide-grid.tsx';
import { GuideProducts } from './guide-products.tsx';
import {
  addColumn,
  addRow,
  describeProblem,
  type EditedSizeGuide,
  findGuideBlocker,
  getGuideUnit,
  MAX_COLUMNS,
  MAX_ROWS,
  MEASURES,
  setUnit,
  WEARER_LABELS,
  type Wearers,
} from './guide-table.ts';
import css from './size-guides.module.css';
import { useGuideEditor } from './use-guide-editor.ts';

const WEARERS = Object.entries(WEARER_LABELS).map(([value, label]) => ({ value, label }));
/** Problems that are listed below the table; the rest are at their cells. */
const MAX_PROBLEMS = 20;

/** The editor of a guide: name, wearers, table and products. Nothing is saved before the button says so. */
export function GuideEditor({ guide }: { guide: EditedSizeGuide | undefined }) {
  const editor = useGuideEditor(guide);
  const { draft, preview, save } = editor;
  const { data: me } = useQuery(operatorMeQuery);
  const brands = me?.operator.brands ?? [];
  const brand = editor.brandId ?? brands[0]?.id;
  const formId = useId();
  const isReadOnly = guide?.refusal != null;
  const blocker = editor.previewError
    ? `The table could not be checked: ${editor.previewError.message}`
    : findGuideBlocker(draft, preview);
  const hasConflicts = editor.conflicts.length > 0;
  const conflicts = useRef<HTMLDivElement>(null);
  // The button that saves is at the other end of the page.
  useEffect(() => {
    if (hasConflicts) conflicts.current?.scrollIntoView({ block: 'center' });
  }, [hasConflicts]);

  return (
    <div className={css.stack}>
      {isReadOnly && <Notice tone="info">{guide.refusal}</Notice>}
      <div ref={conflicts} hidden={!hasConflicts}>
        <EditConflicts conflicts={editor.conflicts} onUseSaved={(part) => editor.acceptTheirs(part as GuidePart)} />
      </div>
      <Card title="Size guide" action={!isReadOnly && <FileButton editor={editor} />}>
        <form
          id={formId}
          noValidate
          className={css.stack}
          onSubmit={(event) => {
            event.preventDefault();
            if (blocker === undefined && !save.isPending && brand !== undefined) save.mutate(brand);
          }}
        >
          {editor.read.error && (
            <Notice tone="danger" role="alert">
              {editor.read.error.message} Your table is as it was.
            </Notice>
          )}
          {editor.file && (
            <Notice tone="success" role="status">
              {plural(editor.file.sizes, 'size')} read from {editor.file.name}. Check the table; nothing is saved yet.
            </Notice>
          )}
          <div className={css.facts}>
            <TextInput
              label="Name"
              maxLength={100}
              readOnly={isReadOnly}
              value={draft.name}
              error={save.error instanceof ApiError ? save.error.field('name') : undefined}
              onChange={(event) => editor.setDraft({ ...draft, name: event.currentTarget.value })}
            />
            <NativeSelect
              label="Measures of"
              disabled={isReadOnly}
              rightSection={<DownIcon size={16} />}
              data={WEARERS}
              value={draft.wearers}
              onChange={(event) => editor.setDraft({ ...draft, wearers: event.currentTarget.value as Wearers })}
            />
            <NativeSelect
              label="Unit"
              disabled={isReadOnly}
              rightSection={<DownIcon size={16} />}
              data={[
                { value: 'cm', label: 'Centimetres' },
                { value: 'in', label: 'Inches' },
              ]}
              value={getGuideUnit(draft)}
              onChange={(event) => editor.setDraft(setUnit(draft, event.currentTarget.value === 'in' ? 'in' : 'cm'))}
            />
            {!guide && brands.length > 1 && (
              <NativeSelect
                label="Brand"
                rightSection={<DownIcon size={16} />}
                data={brands.map(({ id, companyName }) => ({ value: String(id), label: companyName }))}
                value={String(brand)}
                onChange={(event) => editor.setBrandId(Number(event.currentTarget.value))}
              />
            )}
          </div>
          <GuideGrid draft={draft} preview={preview} isReadOnly={isReadOnly} onChange={editor.setDraft} />
          {!isReadOnly && (
            <div className={css.buttons}>
              <Button
                variant="default"
                size="compact-md"
                disabled={draft.rows.length >= MAX_ROWS}
                onClick={() => editor.setDraft(addRow(draft))}
              >
                Add a size
              </Button>
              <NativeSelect
                aria-label="Add a measure"
                rightSection={<DownIcon size={16} />}
                disabled={draft.columns.length >= MAX_COLUMNS}
                data={[
                  { value: '-', label: 'Add a measure' },
                  ...MEASURES.map((measure) => ({ value: measure, label: measure })),
                  { value: '', label: 'Another heading' },
                ]}
                value="-"
                onChange={(event) => editor.setDraft(addColumn(draft, event.currentTarget.value))}
              />
              <p className={css.muted}>
                Arrow keys move between cells. You can paste a block from a spreadsheet. Enter 91–94, 36 or – for none.
              </p>
            </div>
          )}
          <Problems editor={editor} />
        </form>
      </Card>
      <GuideProducts guideId={guide?.id} products={editor.products} preview={preview} onChange={editor.setProducts} />
      {guide && (
        <div className={css.buttons}>
          <DeleteGuide guide={guide} />
        </div>
      )}
      {save.error && !hasConflicts && (
        <Notice tone="danger" role="alert">
          {save.error.message} What you typed is still here.
        </Notice>
      )}
      {!isReadOnly && (
        <SaveBar
          form={formId}
          isDirty={editor.isChanged}
          isSaving={save.isPending}
          blocker={guide && !editor.isChanged ? undefined : blocker}
          onDiscard={editor.discard}
        >
          Save size guide
        </SaveBar>
      )}
    </div>
  );
}

function Problems({ editor: { preview, draft, file } }: { editor: ReturnType<typeof useGuideEditor> }) {
  if (!preview || preview.problems.length === 0) return null;
  const errors = preview.problems.filter(({ isError }) => isError);
  // The lines of a file are those of its rows as long as no row was changed.
  const lines = file && file.rows.length === draft.rows.length ? file.lines : [];
  return (
    <Notice tone={errors.length > 0 ? 'danger' : 'warning'} role="status">
      <ul className={css.problems} aria-label="Problems of the table">
        {preview.problems.slice(0, MAX_PROBLEMS).map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity
          <li key={at}>
            {describeProblem({ ...problem, line: problem.row === null ? null : (lines[problem.row] ?? null) }, draft)}
          </li>
        ))}
        {preview.problems.length > MAX_PROBLEMS && <li>And {preview.problems.length - MAX_PROBLEMS} more.</li>}
      </ul>
    </Notice>
  );
}

function FileButton({ editor: { read } }: { editor: ReturnType<typeof useGuideEditor> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" size="compact-md" loading={read.isPending} onClick={() => input.current?.click()}>
        Read from a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        hidden
        aria-label="Choose a CSV file or an Excel workbook"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) read.mutate(chosen);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
