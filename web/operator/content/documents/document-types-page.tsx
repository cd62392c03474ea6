import { Button, Group, Text, TextInput } from '@mantine/core';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import css from './document-types.module.css';
import { documentTypesQuery } from './use-operator-keeper.ts';

type KeptType = ReplyOf<'GET /api/operator/documenttypes'>['documentTypes'][number];

/** Documents name their types, so that their lists are read again too. */
const reload = (client: QueryClient) =>
  invalidateOperatorCalls(
    client,
    'GET /api/operator/documenttypes',
    'GET /api/operator/documents',
    'GET /api/operator/documents/:id',
  );

/** The types of documents: to add, rename and delete. */
export function DocumentTypesPage() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ ...documentTypesQuery, staleTime: 0 });
  // `null`: a new one.
  const [edited, setEdited] = useState<KeptType | null>();
  const types = data?.documentTypes;
  const add = (
    <Button aria-haspopup="dialog" onClick={() => setEdited(null)}>
      Add a type
    </Button>
  );
  return (
    <>
      <PageHeader title="Types of documents" above={<BackLink to={operatorPaths.documents}>Documents</BackLink>} actions={add}>
        People can filter documents by type. The types are the same for the clients of all brands.
      </PageHeader>
      <Card>
        {types?.length === 0 ? (
          <EmptyState title="No types yet" action={add}>
            Each document has a type, such as “Care” or “Declaration of conformity”.
          </EmptyState>
        ) : types ? (
          // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
          <ul role="list" aria-label="Types" className={css.list}>
            {types.map((type) => (
              <TypeItem key={type.id} type={type} onRename={() => setEdited(type)} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState title="The types could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading the types">
            <SkeletonText lines={6} />
          </Loading>
        )}
      </Card>
      <Dialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited ? 'Rename type' : 'Add a type'}
        closeLabel="Close without saving"
      >
        {edited !== undefined && (
          <TypeForm
            type={edited ?? undefined}
            onClose={() => setEdited(undefined)}
            onSaved={async ({ documentType }) => {
              setEdited(undefined);
              showSuccess(
                edited ? `“${edited.name}” is now called “${documentType.name}”.` : `“${documentType.name}” has been added.`,
              );
              await reload(client);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function TypeItem({ type: { id, name, documentCount }, onRename }: { type: KeptType; onRename: () => void }) {
  const client = useQueryClient();
  const toKey = useIdempotencyKey();
  const undo = async () => {
    try {
      const body = { name };
      await operatorApi('POST /api/operator/documenttypes', { body, headers: toKey(body) });
      showSuccess(`“${name}” has been restored.`);
      await reload(client);
    } catch (problem) {
      showError(problem);
    }
  };
  const removing = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/documenttypes/:id', { params: { id } }),
    onSuccess: async () => {
      showSuccess(`“${name}” has been deleted.`, { persistent: true, action: { label: 'Undo', run: () => void undo() } });
      await reload(client);
    },
    onError: (problem) => showError(problem),
  });
  return (
    <li className={css.item}>
      <div className={css.words}>
        <strong>{name}</strong>
        <Text size="sm" c="dimmed">
          {documentCount === 0 ? 'No documents' : plural(documentCount, 'document')}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="sm" variant="default" onClick={onRename}>
          Rename<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button size="sm" variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
          Delete<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </Group>
    </li>
  );
}

interface FormProps {
  /** Undefined: a new one. */
  type: KeptType | undefined;
  onSaved: (saved: { documentType: KeptType }) => unknown;
  onClose: () => void;
}

function TypeForm({ type, onSaved, onClose }: FormProps) {
  const toKey = useIdempotencyKey();
  const form = useEntityForm<{ name: string }, { documentType: KeptType }>({
    draftKey: `documenttype.${type?.id ?? 'new'}`,
    saved: { name: type?.name ?? '' },
    ...(type && { version: 0 }),
    validate: ({ name }) => ({ ...(name.trim() === '' && { name: 'Enter a name.' }) }),
    save: ({ values }) => {
      const body = { name: values.name.trim() };
      return type
        ? operatorApi('PUT /api/operator/documenttypes/:id', { params: { id: type.id }, body })
        : operatorApi('POST /api/operator/documenttypes', { body, headers: toKey(body) });
    },
    onSaved,
    onUnchanged: onClose,
  });
  return (
    <StackedForm {...form.formProps} maw={560}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput label="Name" autoComplete="off" maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        {type ? 'Rename' : 'Add'}
      </FormButtons>
    </StackedForm>
  );
}
