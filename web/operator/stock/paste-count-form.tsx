import { Textarea } from '@mantine/core';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { readCounted } from './count-lines.ts';
import type { useCountEntries } from './use-count-entries.ts';

interface Props {
  id: number;
  enter: ReturnType<typeof useCountEntries>['enter'];
  onClose: () => void;
}

const MAX_PROBLEMS = 5;
const MAX_LINES = 1000;

/** Enters a list that was counted on a sheet or by a scanner that stores. Either all of it is entered or nothing. */
export function PasteCountForm({ id, enter, onClose }: Props) {
  const form = useEntityForm<{ list: string }, number>({
    draftKey: `paste-count.${id}`,
    saved: { list: '' },
    validate: ({ list }): FieldErrors => {
      const { items, problems } = readCounted(list);
      if (problems.length > 0) return { list: problems.slice(0, MAX_PROBLEMS).join(' ') };
      if (items.length === 0) return { list: 'Paste at least one line.' };
      return items.length > MAX_LINES ? { list: 'Paste at most 1,000 garments at a time.' } : {};
    },
    save: async ({ values }) => {
      const { items } = readCounted(values.list);
      await enter(items);
      return items.length;
    },
    onSaved: (garments) => {
      showSuccess(`${plural(garments, 'garment')} entered.`);
      form.discard();
      onClose();
    },
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Textarea
        label="Counted garments"
        description="One per line: SKU or barcode, and pieces. They replace what was entered for these garments."
        placeholder="PQ-POLO-NAVY-M, 12"
        autosize
        minRows={5}
        maxRows={14}
        data-autofocus
        {...form.getInputProps('list')}
      />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Enter list
      </FormButtons>
    </StackedForm>
  );
}
