import type { EditableValues } from '#web/app/optimistic-concurrency.ts';
import { RecordDialog, type RecordPayload } from '#web/organisation/structure/record-dialog.tsx';
import type { RecordField } from '#web/organisation/structure/record-field.tsx';
import {
  addSuperGroup,
  type Contents,
  type ContentsGroup,
  type ContentsOption,
  type ContentsSuperGroup,
  putGroup,
  putOption,
  updateSuperGroup,
} from './draft-contents.ts';
import { assertGroup, assertNoErrors, assertSuperGroup, checkName } from './part-checks.ts';
import type { WardrobeDraftEditor } from './use-wardrobe-draft.ts';
import {
  listGroupFields,
  listOptionFields,
  NEW_SUPER_GROUP_FIELDS,
  newGroup,
  SUPER_GROUP_FIELDS,
  toGroupValues,
  toOptionValues,
} from './wardrobe-fields.ts';

interface DialogProps {
  wardrobeId: number;
  draft: WardrobeDraftEditor;
  onClose: () => void;
}

interface PartDialogProps extends DialogProps {
  /** "group", "either/or", "option". */
  noun: string;
  fields: readonly RecordField[];
  saved: EditableValues;
  /** The part to edit; a new one is added without. */
  part?: { id: number; name: string } | undefined;
  /** Changes the contents; throws what is wrong with the values. */
  apply: (contents: Contents, payload: RecordPayload) => Contents;
}

function PartDialog({ wardrobeId, draft, noun, part, apply, ...props }: PartDialogProps) {
  return (
    <RecordDialog
      {...props}
      title={part ? `Edit ${part.name}` : `New ${noun}`}
      closeLabel={`Close ${noun}`}
      submitLabel={`${part ? 'Save' : 'Add'} ${noun}`}
      draftKey={`wardrobe.${wardrobeId}.${noun}.${part?.id ?? 'new'}`}
      save={async (payload) => {
        // What is wrong is shown in the dialog; the draft is changed as it is by then.
        apply(draft.contents, payload);
        draft.change((contents) => apply(contents, payload));
      }}
      savedMessage={(name) => `“${name}” ${part ? 'changed' : 'added'} in the draft.`}
    />
  );
}

const toText = (value: RecordPayload[string]) => String(value ?? '').trim();
const toNumber = (value: RecordPayload[string]) => (value === null || value === undefined ? null : Number(value));

/** Dialog for adding a group, or for editing its name, numbers and option. */
export const GroupDialog = ({ group, optionId = 0, ...props }: DialogProps & { group?: ContentsGroup; optionId?: number }) => (
  <PartDialog
    {...props}
    noun="group"
    part={group}
    fields={listGroupFields(props.draft.contents.superGroups)}
    saved={group ? toGroupValues(group) : newGroup(optionId)}
    apply={(contents, payload) => {
      const values = {
        name: toText(payload.name),
        allocatedQuantity: toNumber(payload.allocatedQuantity),
        minQuantity: toNumber(payload.minQuantity),
        superGroupOptionId: Number(payload.superGroupOptionId) || null,
      };
      assertGroup(contents, group?.id, values);
      return putGroup(contents, group?.id, values);
    }}
  />
);

/** Dialog for adding an either/or with its first two options, or for editing its name and how many options people choose. */
export const SuperGroupDialog = ({ superGroup, ...props }: DialogProps & { superGroup?: ContentsSuperGroup }) => (
  <PartDialog
    {...props}
    noun="either/or"
    part={superGroup}
    fields={superGroup ? SUPER_GROUP_FIELDS : NEW_SUPER_GROUP_FIELDS}
    saved={
      superGroup
        ? { name: superGroup.name, minSelect: superGroup.minSelect, maxSelect: superGroup.maxSelect }
        : { name: '', first: '', second: '' }
    }
    apply={(contents, payload) => {
      const name = toText(payload.name);
      if (superGroup) {
        const values = { name, minSelect: Number(payload.minSelect), maxSelect: Number(payload.maxSelect) };
        assertSuperGroup(contents, superGroup.id, values);
        return updateSuperGroup(contents, superGroup.id, values);
      }
      const [first, second] = [toText(payload.first), toText(payload.second)];
      assertNoErrors({
        name: checkName(contents.superGroups, undefined, name, 'an either/or'),
        second: checkName([{ id: 0, name: first }], undefined, second, 'an option'),
      });
      return addSuperGroup(contents, name, [first, second]);
    }}
  />
);

interface OptionDialogProps extends DialogProps {
  superGroup: ContentsSuperGroup;
  option?: ContentsOption;
}

/** Dialog for adding or editing an option of an either/or. */
export const OptionDialog = ({ superGroup, option, ...props }: OptionDialogProps) => (
  <PartDialog
    {...props}
    noun="option"
    part={option}
    fields={listOptionFields(props.draft.contents)}
    saved={option ? toOptionValues(option) : { name: '', imageSrc: '' }}
    apply={(contents, payload) => {
      const values = { name: toText(payload.name), imageSrc: toText(payload.imageSrc) || null };
      const options = contents.superGroups.find(({ id }) => id === superGroup.id)?.options ?? [];
      assertNoErrors({
        name: checkName(options, option?.id, values.name, 'an option'),
        imageSrc:
          values.imageSrc !== null &&
          !/^(?:https:\/\/|\/)/.test(values.imageSrc) &&
          'Picture must be an address that starts with https:// or /.',
      });
      return putOption(contents, superGroup.id, option?.id, values);
    }}
  />
);
