import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi, operatorQuery } from '../../session/operator-api.ts';
import { formatPath, type KeptCategory, listBelow, listBranchIds } from './category-nodes.ts';
import { useRefreshCategories } from './use-category-tree.ts';

interface Values {
  name: string;
  unspsc: string;
  parentId: string;
}

interface Props {
  categories: readonly KeptCategory[];
  /** The category to change; a new one without. */
  category?: KeptCategory | undefined;
  /** The category below which a new one is added. */
  below?: KeptCategory | undefined;
  onClose: () => void;
}

const LABELS: Readonly<Record<keyof Values, string>> = { name: 'Name', unspsc: 'UNSPSC', parentId: 'Below' };
const toId = (text: string) => (text === '' ? null : Number(text));

/** Name, code and place of a category. */
export function CategoryForm({ categories, category, below, onClose }: Props) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const refresh = useRefreshCategories();
  const form = useEntityForm<Values, { category: KeptCategory }>({
    draftKey: category ? `category.${category.id}` : 'category.new',
    saved: {
      name: category?.name ?? '',
      unspsc: category?.unspsc ?? '',
      parentId: String(category ? (category.parentId ?? '') : (below?.id ?? '')),
    },
    version: category?.version,
    validate: ({ name, unspsc }) => ({
      ...(name.trim() === '' && { name: 'Enter a name' }),
      ...(unspsc.trim() !== '' && !/^\d{8}$/.test(unspsc.trim()) && { unspsc: 'Enter 8 digits' }),
    }),
    save: async ({ values, changed, expectedVersion }) => {
      const parentId = toId(values.parentId);
      const body = { name: values.name.trim(), unspsc: values.unspsc.trim() || null };
      if (!category) {
        const added = { ...body, parentId };
        return operatorApi('POST /api/operator/categories', { body: added, headers: keyOf(added) });
      }
      const params = { id: category.id };
      const moved = changed.includes('parentId')
        ? await operatorApi('PUT /api/operator/categories/:id/place', {
            params,
            body: { parentId, position: listBelow(categories, parentId).length, version: expectedVersion },
          })
        : undefined;
      if (changed.every((name) => name === 'parentId') && moved) return moved;
      return operatorApi('PUT /api/operator/categories/:id', {
        params,
        body: {
          ...(changed.includes('name') && { name: body.name }),
          ...(changed.includes('unspsc') && { unspsc: body.unspsc }),
          // Moving alone has changed the version since.
          version: moved?.category.version ?? expectedVersion,
        },
      });
    },
    onUnchanged: onClose,
    reload: async () => {
      const { categories: saved } = await client.fetchQuery({ ...operatorQuery('GET /api/operator/categories'), staleTime: 0 });
      return saved.find(({ id }) => id === category?.id)?.version;
    },
    onSaved: async (saved) => {
      showSuccess(category ? `${saved.category.name} has been saved.` : `${saved.category.name} has been added.`);
      form.discard();
      onClose();
      await refresh();
    },
  });
  const own = new Set(category && listBranchIds(categories, category));
  const parents = categories
    .filter(({ id }) => !own.has(id))
    .map((each) => ({ value: String(each.id), label: formatPath(each) }));
  const nameOf = (id: string) => parents.find(({ value }) => value === id)?.label ?? 'Nothing: at the top';
  const parent = categories.find(({ id }) => id === toId(form.values.parentId));
  const inherited = parent && (parent.unspsc ?? parent.inheritedUnspsc);
  return (
    <StackedForm {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
          name,
          label: LABELS[name],
          mine: name === 'parentId' ? nameOf(mine) : mine,
          theirs: name === 'parentId' ? nameOf(theirs) : theirs,
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof Values)}
        otherErrors={form.otherErrors}
      />
      <TextInput label="Name" maxLength={100} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label="Below"
        data={[{ value: '', label: 'Nothing: at the top' }, ...parents]}
        rightSection={<DownIcon size={16} />}
        {...form.getInputProps('parentId')}
      />
      <TextInput
        label="UNSPSC"
        placeholder={inherited ?? undefined}
        description={
          inherited ? 'Leave blank to use that of the category above.' : '8 digits, for purchasing systems. Leave blank for none.'
        }
        inputMode="numeric"
        maxLength={8}
        autoComplete="off"
        {...form.getInputProps('unspsc')}
      />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        {category ? 'Save category' : 'Add category'}
      </FormButtons>
    </StackedForm>
  );
}
