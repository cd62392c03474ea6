import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import type { PersonChoice } from '../person/person-fields.ts';
import { usePersonChoices } from '../person/use-person-choices.ts';
import css from './bulk.module.css';
import type { PeopleEditPayload } from './people-bulk-edit-request.ts';

interface Props {
  title: string;
  busy: boolean;
  onClose: () => void;
  onSave: (change: PeopleEditPayload) => Promise<void>;
}

type Way = 'replace' | 'add' | 'remove';

const wayOptions = (kind: string) => [
  { value: 'replace', label: `Replace all ${kind} with these` },
  { value: 'add', label: `Add these ${kind}` },
  { value: 'remove', label: `Remove these ${kind}` },
];

const WaySelect = ({ label, kind, way, onChange }: { label: string; kind: string; way: Way; onChange: (way: Way) => void }) => (
  <NativeSelect
    label={label}
    rightSection={<DownIcon size={16} />}
    value={way}
    data={wayOptions(kind)}
    onChange={(event) => onChange(event.currentTarget.value as Way)}
  />
);

const DialogActions = ({
  disabled,
  busy,
  onClose,
  onSave,
}: Pick<Props, 'busy' | 'onClose'> & { disabled: boolean; onSave: () => void }) => (
  <div className={css.actions}>
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
    <Button loading={busy} disabled={disabled} onClick={onSave}>
      Save changes
    </Button>
  </div>
);

/** Dialog for changing the wardrobes of the selected people. */
export function WardrobesDialog({ title, busy, onClose, onSave }: Props) {
  const { choices, isReady } = usePersonChoices();
  const [way, setWay] = useState<Way>('replace');
  const [selected, setSelected] = useState<readonly number[]>([]);
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel="Close without saving" width={480}>
      {isReady ? (
        <div className={css.fields}>
          <WaySelect label="Change" kind="wardrobes" way={way} onChange={setWay} />
          <MultiChoice
            label="Wardrobes"
            placeholder={way === 'replace' ? 'None: no uniform entitlement' : 'Choose'}
            options={choices.organisationCollections ?? []}
            chosen={selected}
            onChange={setSelected}
          />
          <DialogActions
            busy={busy}
            disabled={way !== 'replace' && selected.length === 0}
            onClose={onClose}
            onSave={() => void onSave({ action: 'wardrobes', way, organisationCollectionIds: [...selected] })}
          />
        </div>
      ) : (
        <SkeletonText lines={5} />
      )}
    </Dialog>
  );
}

const NO_CHANGE = -1;

const OptionSelect = ({
  label,
  list,
  value,
  onChange,
}: {
  label: string;
  list: readonly PersonChoice[];
  value: number;
  onChange: (id: number) => void;
}) => (
  <NativeSelect
    label={label}
    rightSection={<DownIcon size={16} />}
    value={String(value)}
    data={[
      { value: String(NO_CHANGE), label: 'No change' },
      { value: '0', label: 'None' },
      ...list.map(({ id, name }) => ({ value: String(id), label: name })),
    ]}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  />
);

/** Dialog for moving the selected people. Fields set to “No change” are not sent. */
export function MoveDialog({ title, busy, onClose, onSave }: Props) {
  const { choices, departmentsOf, isReady } = usePersonChoices();
  const [way, setWay] = useState<Way>('replace');
  const [groups, setGroups] = useState<readonly number[]>([]);
  const [resort, setResort] = useState(NO_CHANGE);
  const [departments, setDepartments] = useState<readonly number[]>([]);
  const [area, setArea] = useState(NO_CHANGE);
  const resortDepartments = resort > 0 ? (departmentsOf(resort) ?? []) : [];
  const change: PeopleEditPayload = {
    action: 'move',
    ...(groups.length > 0 ? { way, organisationGroupIds: [...groups] } : {}),
    ...(resort !== NO_CHANGE ? { organisationResortId: resort, departmentIds: [...departments] } : {}),
    ...(area !== NO_CHANGE ? { organisationBusinessAreaId: area } : {}),
  };
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel="Close without saving" width={480}>
      {isReady ? (
        <div className={css.fields}>
          <MultiChoice
            label="Groups"
            placeholder="No change"
            options={choices.organisationGroupIds ?? []}
            chosen={groups}
            onChange={setGroups}
          />
          {groups.length > 0 && <WaySelect label="Change" kind="groups" way={way} onChange={setWay} />}
          <OptionSelect
            label="Destination"
            list={choices.organisationResortId ?? []}
            value={resort}
            onChange={(id) => {
              setResort(id);
              setDepartments([]);
            }}
          />
          {resortDepartments.length > 0 && (
            <MultiChoice
              label="Departments"
              placeholder="None"
              options={resortDepartments}
              chosen={departments}
              onChange={setDepartments}
            />
          )}
          <OptionSelect label="Business area" list={choices.organisationBusinessAreaId ?? []} value={area} onChange={setArea} />
          <DialogActions
            busy={busy}
            disabled={Object.keys(change).length === 1}
            onClose={onClose}
            onSave={() => void onSave(change)}
          />
        </div>
      ) : (
        <SkeletonText lines={7} />
      )}
    </Dialog>
  );
}
