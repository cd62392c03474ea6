import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import type { AudienceChoices } from '#web/content/publications/audience.ts';
import { AudienceFields } from '#web/content/publications/audience-fields.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { DocumentKeeper, KeptDocument } from './document-keeper.ts';
import {
  type DocumentValues,
  documentLabels,
  EMPTY_DOCUMENT,
  findDocumentProblems,
  toDocumentInput,
  toDocumentValues,
} from './document-values.ts';
import { FileField } from './file-field.tsx';
import css from './keeping.module.css';
import { ProductChoice } from './product-choice.tsx';

interface Props {
  keeper: DocumentKeeper;
  choices: AudienceChoices;
  /** Undefined for a new one. */
  document: KeptDocument | undefined;
}

const show = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((each) => (typeof each === 'object' ? (each as { name: string }).name : String(each))).join(', ') || 'None'
    : String(value ?? '') || 'None';

/** The form of a document: what it is, who reads it and when. A new one has its file here. */
export function DocumentEditor({ keeper, choices, document }: Props) {
  const navigate = useNavigate();
  const getKey = useIdempotencyKey();
  const isNew = document === undefined;
  const form = useEntityForm<DocumentValues, { document: KeptDocument }>({
    draftKey: `document.${document?.id ?? 'new'}`,
    saved: document ? toDocumentValues(document) : EMPTY_DOCUMENT,
    version: document?.version,
    validate: (values) => findDocumentProblems(values, isNew, choices),
    serverNames: { productIds: 'products', fileId: 'file' },
    save: ({ values, expectedVersion }) => {
      const input = toDocumentInput(values, choices);
      if (document) return keeper.change(document.id, { ...input, version: expectedVersion });
      const body = { ...input, fileId: values.file?.id ?? 0 };
      return keeper.add(body, getKey(body));
    },
    getVersion: (saved) => saved.document.version,
    ...(document && { reload: () => keeper.reload(document.id) }),
    onSaved: async (saved) => {
      await keeper.keep(saved.document);
      if (isNew) await navigate(keeper.pathOf(saved.document.id));
      showSuccess(
        `${saved.document.name} has been ${saved.document.isPublished && !document?.isPublished ? 'published' : 'saved'}.`,
        { persistent: isNew },
      );
    },
  });
  const { values, errors } = form;
  const isReadOnly = document?.refusal != null;
  return (
    <StackedForm {...form.formProps}>
      {isReadOnly && <Notice tone="info">{document.refusal}</Notice>}
      <FormNotices
        otherErrors={form.otherErrors}
        conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
          name,
          label: documentLabels[name],
          mine: show(mine),
          theirs: show(theirs),
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof DocumentValues)}
      />
      <Card title="Document">
        <Stack>
          {isNew && (
            <FileField
              keeper={keeper}
              file={values.file}
              error={errors.file}
              onUploaded={(file) =>
                form.set({ file, ...(values.name === '' && { name: file.filename.replace(/\.[a-z0-9]{1,10}$/i, '') }) })
              }
            />
          )}
          <TextInput label="Name" maxLength={200} autoComplete="off" {...form.getInputProps('name')} />
          <div className={css.pair}>
            <NativeSelect
              label="Type"
              rightSection={<DownIcon size={16} />}
              data={[
                { value: '', label: 'Choose a type' },
                ...(keeper.types ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              {...form.getInputProps('documentTypeId')}
            />
            <DateField
              label="Valid until"
              description="Leave blank if it does not expire."
              // Below, so that the fields beside each other are level.
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              {...form.getInputProps('validUntil')}
            />
          </div>
          <Textarea label="Description" autosize minRows={2} maxLength={2000} {...form.getInputProps('description')} />
          <ProductChoice
            keeper={keeper}
            products={values.products}
            error={errors.products}
            onChange={(products) => form.set({ products })}
          />
        </Stack>
      </Card>
      <Card title="Who can see it">
        <Stack>
          <AudienceFields choices={choices} values={values} errors={errors} set={form.set} />
          {keeper.showReach?.(values)}
          {keeper.showReach && values.products.length > 0 && (
            <Text size="sm" c="dimmed">
              Of these, only people who can see one of its products can read it.
            </Text>
          )}
        </Stack>
      </Card>
      {!isReadOnly && (
        <SaveBar
          isDirty={form.isDirty}
          isSaving={form.isSaving}
          blocker={isNew && !form.isDirty ? 'Nothing entered yet.' : undefined}
          onDiscard={form.discard}
        >
          {document?.isPublished ? 'Save changes' : values.isPublished ? 'Publish document' : 'Save draft'}
        </SaveBar>
      )}
    </StackedForm>
  );
}

/** Deletes a document; the message offers to undo it. */
export function DeleteDocument({ keeper, document }: { keeper: DocumentKeeper; document: KeptDocument }) {
  const navigate = useNavigate();
  const undo = async () => {
    try {
      const { document: restored } = await keeper.restore(document.id);
      await keeper.keep(restored);
      showSuccess(`${restored.name} has been restored.`);
    } catch (error) {
      showError(error);
    }
  };
  const remove = async () => {
    try {
      await keeper.remove(document.id);
      await navigate(keeper.listPath);
      await keeper.keep(undefined);
      showSuccess(`${document.name} has been deleted.`, { persistent: true, action: { label: 'Undo', run: () => void undo() } });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Button variant="default" onClick={() => void remove()}>
      Delete
    </Button>
  );
}
