import { Button, Group, NativeSelect } from '@mantine/core';
import { DownIcon } from '#web/ui/content/icons.tsx';
import type { PersonChoice } from '../person/person-fields.ts';
import type { PeopleEditPayload } from './people-bulk-edit-request.ts';

/** What the dialogs that change the selected people have in common. */
export interface BulkEditDialogProps {
  title: string;
  busy: boolean;
  onClose: () => void;
  onSave: (change: PeopleEditPayload) => Promise<void>;
}

/** How a list such as the wardrobes changes. */
export type Way = 'replace' | 'add' | 'remove';

const wayOptions = (kind: string) => [
  { value: 'replace', label: `Replace all ${kind} with these` },
  { value: 'add', label: `Add these ${kind}` },
  { value: 'remove', label: `Remove these ${kind}` },
];

interface WaySelectProps<W> {
  label: string;
  /** The plural of what the list contains. */
  kind: string;
  way: W;
  onChange: (way: W) => void;
  /** Further options, before the ways. */
  options?: readonly { value: string; label: string }[];
}

/** Selects how a list changes. */
export const WaySelect = <W extends string = Way>({ label, kind, way, onChange, options = [] }: WaySelectProps<W>) => (
  <NativeSelect
    label={label}
    rightSection={<DownIcon size={16} />}
    value={way}
    data={[...options, ...wayOptions(kind)]}
    onChange={(event) => onChange(event.currentTarget.value as W)}
  />
);

/** Buttons at the end of a dialog. */
export const DialogActions = ({
  disabled,
  busy,
  onClose,
  onSave,
}: Pick<BulkEditDialogProps, 'busy' | 'onClose'> & { disabled: boolean; onSave: () => void }) => (
  <Group gap="xs" justify="flex-end" mt="xs">
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
    <Button loading={busy} disabled={disabled} onClick={onSave}>
      Save changes
    </Button>
  </Group>
);

/** The id that stands for leaving a field as it is. */
export const NO_CHANGE = -1;

interface OptionSelectProps {
  label: string;
  list: readonly PersonChoice[];
  value: number;
  onChange: (id: number) => void;
  /** What id 0 means. */
  none?: string;
}

/** Selects one option, none, or no change. */
export const OptionSelect = ({ label, list, value, onChange, none = 'None' }: OptionSelectProps) => (
  <NativeSelect
    label={label}
    rightSection={<DownIcon size={16} />}
    value={String(value)}
    data={[
      { value: String(NO_CHANGE), label: 'No change' },
      { value: '0', label: none },
      ...list.map(({ id, name }) => ({ value: String(id), label: name })),
    ]}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  />
);
