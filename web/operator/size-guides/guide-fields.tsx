import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { ApiError } from '#web/app/api-error.ts';
import { WEARER_LABELS } from '#web/sizing/size-guide-columns.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import {
  addColumn,
  addRow,
  type EditedSizeGuide,
  type GuideDraft,
  getGuideUnit,
  MAX_COLUMNS,
  MAX_ROWS,
  MEASURES,
  setUnit,
  type Wearers,
} from './guide-table.ts';
import css from './size-guides.module.css';
import type { GuideEditorState } from './use-guide-editor.ts';

const WEARERS = Object.entries(WEARER_LABELS).map(([value, label]) => ({ value, label }));

interface Props {
  editor: GuideEditorState;
  guide: EditedSizeGuide | undefined;
  /** The brands that the operator works for, and the one that keeps a new guide. */
  brands: readonly { id: number; companyName: string }[];
  brand: number | undefined;
}

/** Name, wearers and unit of a guide; of a new one also its brand. */
export function GuideFields({ editor, guide, brands, brand }: Props) {
  const { draft } = editor;
  const isReadOnly = guide?.refusal != null;
  return (
    <div className={css.facts}>
      <TextInput
        label="Name"
        maxLength={100}
        readOnly={isReadOnly}
        value={draft.name}
        error={editor.save.error instanceof ApiError ? editor.save.error.field('name') : undefined}
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
  );
}

/** Adds a size or a measure to the table. */
export function AddToTable({ draft, onChange }: { draft: GuideDraft; onChange: (draft: GuideDraft) => void }) {
  return (
    <Group gap={10}>
      <Button
        variant="default"
        size="compact-md"
        disabled={draft.rows.length >= MAX_ROWS}
        onClick={() => onChange(addRow(draft))}
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
        onChange={(event) => onChange(addColumn(draft, event.currentTarget.value))}
      />
      <Text size="sm" c="dimmed">
        Arrow keys move between cells. You can paste a block from a spreadsheet. Enter 91–94, 36 or – for none.
      </Text>
    </Group>
  );
}
