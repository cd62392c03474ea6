import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorMeQuery } from '../session/operator-api.ts';
import { DeleteGuide } from './delete-guide.tsx';
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
  const isReadOnly = guide?.refusal != null;
  const blocker = isReadOnly ? guide.refusal : findGuideBlocker(draft, preview, editor.isChanged);
  const isConflict = save.error instanceof ApiError && save.error.status === 409;
  const submit = (overwrites: boolean) => {
    if (brand !== undefined) save.mutate({ overwrites, brand });
  };

  return (
    <div className={css.stack}>
      {isReadOnly && <Notice tone="info">{guide.refusal}</Notice>}
      <Card title="Size guide" action={!isReadOnly && <FileButton editor={editor} />}>
        <div className={css.stack}>
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
        </div>
      </Card>
      <GuideProducts guideId={guide?.id} products={editor.products} preview={preview} onChange={editor.setProducts} />
      {save.error && !isConflict && (
        <Notice tone="danger" role="alert">
          {save.error.message} What you typed is still here.
        </Notice>
      )}
      {isConflict && (
        <Notice
          tone="warning"
          role="alert"
          actions={
            <>
              <Button variant="default" size="compact-md" onClick={() => void editor.reload()}>
                Load the saved size guide
              </Button>
              <Button variant="default" size="compact-md" onClick={() => submit(true)}>
                Replace it with mine
              </Button>
            </>
          }
        >
          {save.error?.message}
        </Notice>
      )}
      <div className={css.buttons}>
        <BlockableButton blocker={blocker} loading={save.isPending} onClick={() => submit(false)}>
          Save size guide
        </BlockableButton>
        {editor.isChanged && (
          <Button variant="default" disabled={save.isPending} onClick={editor.discard}>
            Discard changes
          </Button>
        )}
        {guide && <DeleteGuide guide={guide} />}
        {blocker && editor.isChanged && <p className={css.muted}>{blocker}</p>}
      </div>
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
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        aria-label="Choose a CSV file"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) read.mutate(chosen);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
