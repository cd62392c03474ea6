import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { apiQuery } from '#web/app/api.ts';
import type { BulkEdit } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { type ItemPayload, invalidateItems, type StructureItem, type StructureItemKind } from './item-kinds.ts';
import { RecordDialog } from './record-dialog.tsx';

interface Props {
  kind: StructureItemKind;
  /** The item to edit; a new one is added without. */
  item?: StructureItem;
  /** Called with the id of the item and what was saved of it. */
  onSaved?: (id: number, saved: ItemPayload) => void;
  /** Called with the edit by which people follow the change, if there is one. */
  onFollowed?: ((edit: BulkEdit | null | undefined) => void) | undefined;
  onClose: () => void;
  /** Further content above the buttons, by what is entered. */
  children?: ComponentProps<typeof RecordDialog>['children'];
  buttons?: ComponentProps<typeof RecordDialog>['buttons'];
}

/** Dialog for adding or editing an item. The input is kept as a draft until it is saved or cancelled. */
export function ItemDialog({ kind, item, onSaved, onFollowed, onClose, children, buttons }: Props) {
  const client = useQueryClient();
  const areas = useQuery({
    ...apiQuery('GET /api/organisationbusinessareas'),
    enabled: kind.fields.some(({ isArea }) => isArea),
  }).data?.organisationBusinessAreas;
  const areaOptions = [{ value: 0, label: 'None' }, ...(areas ?? []).map((area) => ({ value: area.id, label: area.name }))];
  return (
    <RecordDialog
      title={item ? `Edit ${item.name}` : `New ${kind.singular}`}
      closeLabel={`Close ${kind.singular}`}
      submitLabel={`${item ? 'Save' : 'Add'} ${kind.singular}`}
      draftKey={`structure.${kind.slug}.${item?.id ?? 'new'}`}
      fields={kind.fields
        .filter(({ appliesTo }) => appliesTo?.(item) ?? true)
        .map((field) => (field.isArea ? { ...field, options: areaOptions } : field))}
      saved={item?.values ?? kind.initialValues}
      {...(item ? { version: item.version } : {})}
      save={async (payload) => {
        const { id, bulkEdit } = await kind.save(item?.id, payload as ItemPayload);
        void invalidateItems(client, kind);
        onFollowed?.(bulkEdit);
        onSaved?.(id, payload as ItemPayload);
      }}
      reload={async () => (await kind.reload(client)).find(({ id }) => id === item?.id)?.version}
      savedMessage={(name) => `“${name}” ${item ? 'saved' : 'added'}.`}
      buttons={buttons}
      onClose={onClose}
    >
      {children}
    </RecordDialog>
  );
}
