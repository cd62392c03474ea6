import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { MAX_QUOTE_ITEMS, MAX_QUOTE_TEXT, MAX_QUOTE_TITLE } from '#contract/ordering/quotes/quote-limits.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { FilePicker } from '#web/app/files/file-picker.tsx';
import { useFileUploads } from '#web/app/files/use-file-uploads.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { paths } from '#web/app/paths.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { plural } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { LineEditor } from './line-editor.tsx';
import { ProductFinder } from './product-finder.tsx';
import css from './request.module.css';
import {
  addLines,
  checkRequest,
  listRequestErrors,
  type RequestLine,
  type RequestValues,
  toRequestBody,
} from './request-lines.ts';

/** Lines whose sizes are loaded at once; of more, each is loaded when someone wants to change it. */
const FEW_LINES = 20;

interface Props {
  /** Of the draft. */
  name: string;
  /** With what it begins. */
  start: RequestValues;
}

/** Title, lines, needed by and files of a request; what is written stays in this tab until it is sent. */
export function RequestForm({ name, start }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const [lineErrors, setLineErrors] = useState<ReadonlyMap<number, string>>(new Map());
  const form = useEntityForm<RequestValues, { id: number }>({
    draftKey: name,
    saved: start,
    validate: checkRequest,
    serverNames: { requiredByUtc: 'neededBy', items: 'lines', fileIds: 'files' },
    save: async ({ values }) => {
      const quote = toRequestBody(values);
      setLineErrors(new Map());
      try {
        const reply = await api('POST /api/quote', { body: { quote }, headers: keyOf(quote) });
        return reply.quote;
      } catch (error) {
        setLineErrors(listRequestErrors(error, values.lines));
        throw error;
      }
    },
    onSaved: async ({ id }) => {
      await navigate(paths.quote(id), { replace: true, state: { isRequested: true } });
      await invalidateCalls(client, 'GET /api/quotescustomer', 'GET /api/quotesorganisation');
    },
  });
  const { values, errors, set } = form;
  const upload = useFileUploads((file) => api('POST /api/quotefile', file), values.files);
  const { stored } = upload;
  const storedKey = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other files are a change
  useEffect(() => {
    if (JSON.stringify(values.files) !== storedKey) set({ files: stored });
  }, [storedKey]);
  const { lines, change, remove, add } = useLines(values.lines, (changed) => set({ lines: changed }));
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Card title="What is it for?">
        <div className={css.fields}>
          <TextInput
            label="Title"
            placeholder="For example: new reception uniforms"
            maxLength={MAX_QUOTE_TITLE}
            {...form.getInputProps('title')}
          />
          <Textarea
            label="Description (optional)"
            description="Anything that all lines have in common: occasion, budget, delivery."
            autosize
            minRows={3}
            maxLength={MAX_QUOTE_TEXT}
            {...form.getInputProps('description')}
          />
          <DateField label="Needed by (optional)" min={toIsoDay(new Date())} maw={220} {...form.getInputProps('neededBy')} />
        </div>
      </Card>
      <Card
        title="Products"
        action={
          lines.length > 0 && (
            <Text size="sm" c="dimmed" className="figures">
              {plural(lines.length, 'line')}, {plural(pieces, 'piece')}
            </Text>
          )
        }
      >
        <Stack gap="sm">
          {lines.length > 0 && (
            <ul className={css.lines} aria-label="Lines of the request">
              {lines.map((line) => (
                <LineEditor
                  key={line.key}
                  line={line}
                  error={lineErrors.get(line.key)}
                  loadsSizes={lines.length <= FEW_LINES}
                  onChange={change}
                  onRemove={remove}
                />
              ))}
            </ul>
          )}
          {errors.lines && lineErrors.size === 0 && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {errors.lines}
            </Text>
          )}
          <ProductFinder onAdd={add} />
          <div>
            <Button variant="default" name="lines" onClick={() => add([{ name: '' }])}>
              Describe something else
            </Button>
          </div>
        </Stack>
      </Card>
      <Card title="Files (optional)">
        <Text c="dimmed">Drawings, logos or photos of what you have in mind.</Text>
        <FilePicker upload={upload} label="Add files" />
        {errors.files && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errors.files}
          </Text>
        )}
      </Card>
      <div className={css.bar}>
        <BlockableButton
          type="submit"
          size="md"
          loading={form.isSaving}
          blocker={upload.isUploading ? 'Wait until the files are uploaded.' : undefined}
        >
          Send request
        </BlockableButton>
        <Text size="sm" c="dimmed">
          {form.isDirty ? 'Kept in this tab until you send it.' : 'Nothing is ordered by this.'}
        </Text>
      </div>
    </StackedForm>
  );
}

/** The lines with functions that stay the same, so that a keystroke renders its line alone. */
function useLines(lines: readonly RequestLine[], save: (lines: RequestLine[]) => void) {
  const latest = useRef({ lines, save });
  latest.current = { lines, save };
  const change = useCallback((key: number, values: Partial<RequestLine>) => {
    const { lines: before, save: store } = latest.current;
    store(before.map((line) => (line.key === key ? { ...line, ...values } : line)));
  }, []);
  const remove = useCallback((key: number) => {
    const { lines: before, save: store } = latest.current;
    store(before.filter((line) => line.key !== key));
  }, []);
  const add = (added: Parameters<typeof addLines>[1]): boolean => {
    if (lines.length + added.length > MAX_QUOTE_ITEMS) return false;
    save(addLines(lines, added));
    return true;
  };
  return { lines, change, remove, add };
}
