import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { EditConflicts } from '#web/ui/forms/edit-conflicts.tsx';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorMeQuery } from '../session/operator-api.ts';
import { DeleteGuide } from './delete-guide.tsx';
import type { GuidePart } from './guide-conflicts.ts';
import { AddToTable, GuideFields } from './guide-fields.tsx';
import { GuideFileButton } from './guide-file-button.tsx';
import { GuideGrid } from './guide-grid.tsx';
import { GuideProblems } from './guide-problems.tsx';
import { GuideProducts } from './guide-products.tsx';
import { type EditedSizeGuide, findGuideBlocker } from './guide-table.ts';
import { useGuideEditor } from './use-guide-editor.ts';

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
    <Stack miw={0}>
      {isReadOnly && <Notice tone="info">{guide.refusal}</Notice>}
      <div ref={conflicts} hidden={!hasConflicts}>
        <EditConflicts conflicts={editor.conflicts} onUseSaved={(part) => editor.acceptTheirs(part as GuidePart)} />
      </div>
      <Card title="Size guide" action={!isReadOnly && <GuideFileButton editor={editor} />}>
        <StackedForm
          id={formId}
          noValidate
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
              {plural(editor.file.sizes, 'size')} read from {editor.file.name}. Check the table; nothing is saved yet.{' '}
              {editor.file.notes.join(' ')}
            </Notice>
          )}
          <GuideFields editor={editor} guide={guide} brands={brands} brand={brand} />
          <GuideGrid draft={draft} preview={preview} isReadOnly={isReadOnly} onChange={editor.setDraft} />
          {!isReadOnly && <AddToTable draft={draft} onChange={editor.setDraft} />}
          <GuideProblems editor={editor} />
        </StackedForm>
      </Card>
      <GuideProducts guideId={guide?.id} products={editor.products} preview={preview} onChange={editor.setProducts} />
      {guide && (
        <Group gap={10}>
          <DeleteGuide guide={guide} />
        </Group>
      )}
      {editor.saveError && (
        <Notice tone="danger" role="alert">
          {editor.saveError.message} Your entries are still here.
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
    </Stack>
  );
}
