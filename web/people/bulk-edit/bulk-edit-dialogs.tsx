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

const ways = (kind: string) => [
  { value: 'replace', label: `These ${kind} instead of all others` },
  { value: 'add', label: `These ${kind} as well` },
  { value: 'remove', label: `These ${kind} no longer` },
];

const WaySelect = ({ label, kind, way, onChange }: { label: string; kind: string; way: Way; onChange: (way: Way) => void }) => (
  <NativeSelect
    label={label}
    rightSection={<DownIcon size={16} />}
    value={way}
    data={ways(kind)}
    onChange={(event) => onChange(event.currentTarget.value as Way)}
  />
);

const Foot = ({
  disabled,
  busy,
  onClose,
  onSave,
}: Pick<Props, 'busy' | 'onClose'> & { disabled: boolean; onSave: () => void }) => (
  <div className={css.foot}>
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
    <Button loading={busy} disabled={disabled} onClick={onSave}>
      Save for all of them
    </Button>
  </div>
);

/** Which wardrobes all of them have from now on. */
export function WardrobesDialog({ title, busy, onClose, onSave }: Props) {
  const { choices, isReady } = usePersonChoices();
  const [way, setWay] = useState<Way>('replace');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel="Close without saving" width={480}>
      {isReady ? (
        <div className={css.fields}>
          <WaySelect label="What happens" kind="wardrobes" way={way} onChange={setWay} />
          <MultiChoice
            label="Wardrobes"
            placeholder={way === 'replace' ? 'None: no uniform entitlement' : 'Choose'}
            options={choices.organisationCollections ?? []}
            chosen={chosen}
            onChange={setChosen}
          />
          <Foot
            busy={busy}
            disabled={way !== 'replace' && chosen.length === 0}
            onClose={onClose}
            onSave={() => void onSave({ action: 'wardrobes', way, organisationCollectionIds: [...chosen] })}
          />
        </div>
      ) : (
        <SkeletonText lines={5} />
      )}
    </Dialog>
  );
}

const STAYS = -1;

const Place = ({
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
      { value: String(STAYS), label: 'Stays as it is' },
      { value: '0', label: 'None' },
      ...list.map(({ id, name }) => ({ value: String(id), label: name })),
    ]}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  />
);

/** Where all of them belong from now on; what is not chosen stays as each of them has it. */
export function MoveDialog({ title, busy, onClose, onSave }: Props) {
  const { choices, departmentsOf, isReady } = usePersonChoices();
  const [way, setWay] = useState<Way>('replace');
  const [groups, setGroups] = useState<readonly number[]>([]);
  const [resort, setResort] = useState(STAYS);
  const [departments, setDepartments] = useState<readonly number[]>([]);
  const [area, setArea] = useState(STAYS);
  const here = resort > 0 ? (departmentsOf(resort) ?? []) : [];
  const change: PeopleEditPayload = {
    action: 'move',
    ...(groups.length > 0 ? { way, organisationGroupIds: [...groups] } : {}),
    ...(resort !== STAYS ? { organisationResortId: resort, departmentIds: [...departments] } : {}),
    ...(area !== STAYS ? { organisationBusinessAreaId: area } : {}),
  };
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel="Close without saving" width={480}>
      {isReady ? (
        <div className={css.fields}>
          <MultiChoice
            label="Groups"
            placeholder="Stay as they are"
            options={choices.organisationGroupIds ?? []}
            chosen={groups}
            onChange={setGroups}
          />
          {groups.length > 0 && <WaySelect label="What happens" kind="groups" way={way} onChange={setWay} />}
          <Place
            label="Destination"
            list={choices.organisationResortId ?? []}
            value={resort}
            onChange={(id) => {
              setResort(id);
              setDepartments([]);
            }}
          />
          {here.length > 0 && (
            <MultiChoice label="Departments" placeholder="None" options={here} chosen={departments} onChange={setDepartments} />
          )}
          <Place label="Business area" list={choices.organisationBusinessAreaId ?? []} value={area} onChange={setArea} />
          <Foot busy={busy} disabled={Object.keys(change).length === 1} onClose={onClose} onSave={() => void onSave(change)} />
        </div>
      ) : (
        <SkeletonText lines={7} />
      )}
    </Dialog>
  );
}
