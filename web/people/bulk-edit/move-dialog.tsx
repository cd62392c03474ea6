import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { usePersonChoices } from '../person/use-person-choices.ts';
import { type BulkEditDialogProps, DialogActions, NO_CHANGE, OptionSelect, type Way, WaySelect } from './bulk-edit-fields.tsx';
import type { PeopleEditPayload } from './people-bulk-edit-request.ts';

/** Dialog for moving the selected people. Fields set to “No change” are not sent. */
export function MoveDialog({ title, busy, onClose, onSave }: BulkEditDialogProps) {
  const { choices, departmentsOf, isReady } = usePersonChoices();
  const [way, setWay] = useState<Way>('replace');
  const [groups, setGroups] = useState<readonly number[]>([]);
  const [resort, setResort] = useState(NO_CHANGE);
  const [departments, setDepartments] = useState<readonly number[]>([]);
  const [area, setArea] = useState(NO_CHANGE);
  const [centre, setCentre] = useState(NO_CHANGE);
  const centres = choices.costCentreId ?? [];
  const resortDepartments = resort > 0 ? (departmentsOf(resort) ?? []) : [];
  const change: PeopleEditPayload = {
    action: 'move',
    ...(groups.length > 0 ? { way, organisationGroupIds: [...groups] } : {}),
    ...(resort !== NO_CHANGE ? { organisationResortId: resort, departmentIds: [...departments] } : {}),
    ...(area !== NO_CHANGE ? { organisationBusinessAreaId: area } : {}),
    ...(centre !== NO_CHANGE ? { costCentreId: centre } : {}),
  };
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel="Close without saving" width={480}>
      {isReady ? (
        <Stack>
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
          {centres.length > 0 && <OptionSelect label="Cost centre" list={centres} value={centre} onChange={setCentre} />}
          <DialogActions
            busy={busy}
            disabled={Object.keys(change).length === 1}
            onClose={onClose}
            onSave={() => void onSave(change)}
          />
        </Stack>
      ) : (
        <SkeletonText lines={7} />
      )}
    </Dialog>
  );
}
