import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import type { EditableValues } from '#web/app/optimistic-concurrency.ts';
import { RecordDialog, type RecordPayload } from '#web/organisation/structure/record-dialog.tsx';
import type { RecordField } from '#web/organisation/structure/record-field.tsx';
import {
  type Option,
  reloadWardrobe,
  type SuperGroup,
  storeWardrobe,
  type Wardrobe,
  type WardrobeGroup,
} from './wardrobe-data.ts';
import {
  listGroupFields,
  listOptionFields,
  NEW_SUPER_GROUP_FIELDS,
  newGroup,
  SUPER_GROUP_FIELDS,
  toGroupValues,
  toOptionValues,
} from './wardrobe-fields.ts';

interface PartDialogProps {
  wardrobe: Wardrobe;
  /** "group", "either/or", "option". */
  noun: string;
  fields: readonly RecordField[];
  saved: EditableValues;
  /** The part to edit; a new one is added without. */
  part?: { id: number; name: string; version: number } | undefined;
  save: (payload: RecordPayload) => Promise<{ wardrobe: Wardrobe }>;
  /** The version of the part after a conflict. */
  findVersion: (current: Wardrobe) => number | undefined;
  onClose: () => void;
}

function PartDialog({ wardrobe, noun, part, save, findVersion, ...props }: PartDialogProps) {
  const client = useQueryClient();
  return (
    <RecordDialog
      {...props}
      title={part ? `Edit ${part.name}` : `New ${noun}`}
      closeLabel={`Close ${noun}`}
      submitLabel={`${part ? 'Save' : 'Add'} ${noun}`}
      draftKey={`wardrobe.${wardrobe.id}.${noun}.${part?.id ?? 'new'}`}
      {...(part ? { version: part.version } : {})}
      save={async (payload) => storeWardrobe(client, (await save(payload)).wardrobe)}
      reload={async () => findVersion(await reloadWardrobe(client, wardrobe.id))}
      savedMessage={(name) => `“${name}” ${part ? 'saved' : 'added'}.`}
    />
  );
}

interface GroupDialogProps {
  wardrobe: Wardrobe;
  group?: WardrobeGroup;
  /** Option under which a new group is added. */
  optionId?: number;
  onClose: () => void;
}

/** Dialog for adding a group, or for editing its name, numbers and option. */
export const GroupDialog = ({ wardrobe, group, optionId = 0, onClose }: GroupDialogProps) => (
  <PartDialog
    wardrobe={wardrobe}
    noun="group"
    part={group}
    fields={listGroupFields(wardrobe.superGroups)}
    saved={group ? toGroupValues(group) : newGroup(optionId)}
    save={(payload) =>
      group
        ? api('PUT /api/organisation/wardrobes/:id/groups/:groupId', {
            params: { id: wardrobe.id, groupId: group.id },
            body: { collectionGroup: payload as object },
          })
        : api('POST /api/organisation/wardrobes/:id/groups', {
            params: { id: wardrobe.id },
            body: { collectionGroup: payload as object },
          })
    }
    findVersion={({ collectionGroups }) => collectionGroups.find(({ id }) => id === group?.id)?.version}
    onClose={onClose}
  />
);

interface SuperGroupDialogProps {
  wardrobe: Wardrobe;
  superGroup?: SuperGroup;
  onClose: () => void;
}

/** Dialog for adding an either/or with its first two options, or for editing its name and how many options people choose. */
export const SuperGroupDialog = ({ wardrobe, superGroup, onClose }: SuperGroupDialogProps) => (
  <PartDialog
    wardrobe={wardrobe}
    noun="either/or"
    part={superGroup}
    fields={superGroup ? SUPER_GROUP_FIELDS : NEW_SUPER_GROUP_FIELDS}
    saved={
      superGroup
        ? { name: superGroup.name, minSelect: superGroup.minSelect, maxSelect: superGroup.maxSelect }
        : { name: '', first: '', second: '' }
    }
    save={({ name, first, second, ...payload }) =>
      superGroup
        ? api('PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId', {
            params: { id: wardrobe.id, superGroupId: superGroup.id },
            body: { superGroup: { ...(name === undefined ? {} : { name: String(name) }), ...(payload as object) } },
          })
        : api('POST /api/organisation/wardrobes/:id/superGroups', {
            params: { id: wardrobe.id },
            body: { superGroup: { name: String(name), options: [{ name: String(first) }, { name: String(second) }] } },
          })
    }
    findVersion={({ superGroups }) => superGroups.find(({ id }) => id === superGroup?.id)?.version}
    onClose={onClose}
  />
);

interface OptionDialogProps {
  wardrobe: Wardrobe;
  superGroup: SuperGroup;
  option?: Option;
  onClose: () => void;
}

/** Dialog for adding or editing an option of an either/or. */
export const OptionDialog = ({ wardrobe, superGroup, option, onClose }: OptionDialogProps) => (
  <PartDialog
    wardrobe={wardrobe}
    noun="option"
    part={option}
    fields={listOptionFields(wardrobe, option === undefined)}
    saved={option ? toOptionValues(option) : { name: '', imageSrc: '' }}
    save={(payload) =>
      option
        ? api('PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId', {
            params: { id: wardrobe.id, superGroupId: superGroup.id, optionId: option.id },
            body: { superGroupOption: payload as object },
          })
        : api('POST /api/organisation/wardrobes/:id/superGroups/:superGroupId/options', {
            params: { id: wardrobe.id, superGroupId: superGroup.id },
            body: { superGroupOption: payload as object },
          })
    }
    findVersion={({ superGroups }) =>
      superGroups.find(({ id }) => id === superGroup.id)?.options.find(({ id }) => id === option?.id)?.version
    }
    onClose={onClose}
  />
);
