import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';

const readCodes = (text: string) => [
  ...new Set(
    text
      .split(/[\n,;\t]+/)
      .map((code) => code.trim())
      .filter(Boolean),
  ),
];

/** Chooses what is counted: a shelf, what a search finds, or given garments. */
export function BeginCountForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const form = useEntityForm<{ shelf: string; searchTerm: string; codes: string }, ReplyOf<'POST /api/operator/stock/counts'>>({
    draftKey: 'begin-count',
    saved: { shelf: '', searchTerm: '', codes: '' },
    validate: ({ shelf, searchTerm, codes }): FieldErrors =>
      [shelf, searchTerm, codes].some((text) => text.trim() !== '') ? {} : { shelf: 'Enter a shelf, a search or SKUs.' },
    save: ({ values }) => {
      const codes = readCodes(values.codes);
      const body = codes.length > 0 ? { codes } : { shelf: values.shelf.trim(), searchTerm: values.searchTerm.trim() };
      return operatorApi('POST /api/operator/stock/counts', { body, headers: keyOf(body) });
    },
    onSaved: async ({ count }) => {
      form.discard();
      onClose();
      await invalidateOperatorCalls(client, 'GET /api/operator/stock/counts');
      await navigate(operatorPaths.stockCount(count.id));
    },
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        label="Shelf"
        description="All garments whose shelf begins with this, such as A-01."
        maxLength={40}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('shelf')}
      />
      <TextInput
        label="Search (optional)"
        description="Only garments with these words in name, SKU, colour or size."
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('searchTerm')}
      />
      <Textarea
        label="Or these garments"
        description="SKUs or barcodes, one per line. They are counted instead of a shelf."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('codes')}
      />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Start the count
      </FormButtons>
    </StackedForm>
  );
}
