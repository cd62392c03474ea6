import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { EntitlementPreview, previewQueryOptions } from '../entitlement-preview.tsx';
import { usePersonChoices } from '../person/use-person-choices.ts';
import { type BulkEditDialogProps, DialogActions, NO_CHANGE, OptionSelect, type Way, WaySelect } from './bulk-edit-fields.tsx';
import { type EntitlementEdit, isRefusedForAll, type toEntitlementPreviewRequest } from './people-bulk-edit-request.ts';

interface Props extends BulkEditDialogProps {
  toPreviewRequest: (change: EntitlementEdit) => ReturnType<typeof toEntitlementPreviewRequest>;
}

const UNCHANGED = { value: 'none', label: 'No change' } as const;

/** Dialog for changing the wardrobes and the allocation type of the selected people, with a preview. */
export function EntitlementDialog({ title, busy, toPreviewRequest, onClose, onSave }: Props) {
  const { choices, isReady } = usePersonChoices();
  const [way, setWay] = useState<Way | 'none'>('none');
  const [wardrobes, setWardrobes] = useState<readonly number[]>([]);
  const [allocation, setAllocation] = useState(NO_CHANGE);
  const [moveOrdered, setMoveOrdered] = useState(false);
  const allocationTypeId = allocation === NO_CHANGE ? {} : { allocationTypeId: allocation };
  const change: EntitlementEdit =
    way === 'none'
      ? { action: 'allocation', ...allocationTypeId }
      : {
          action: 'wardrobes',
          way,
          organisationCollectionIds: [...wardrobes],
          ...allocationTypeId,
          ...(moveOrdered && { moveOrdered }),
        };
  const isComplete = way === 'none' ? allocation !== NO_CHANGE : way === 'replace' || wardrobes.length > 0;
  const { data, error, isPlaceholderData } = useQuery({
    ...apiQuery('POST /api/customers/bulkedits/entitlementpreview', toPreviewRequest(change)),
    ...previewQueryOptions,
    enabled: isComplete,
  });
  const isRefused = isComplete && data !== undefined && !isPlaceholderData && isRefusedForAll(data.preview);
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel="Close without saving" width={560}>
      {isReady ? (
        <Stack>
          <WaySelect label="How to change wardrobes" kind="wardrobes" way={way} onChange={setWay} options={[UNCHANGED]} />
          {way !== 'none' && (
            <MultiChoice
              label="Wardrobes"
              placeholder={way === 'replace' ? 'None: no uniform entitlement' : 'Choose'}
              options={choices.organisationCollections ?? []}
              chosen={wardrobes}
              onChange={setWardrobes}
            />
          )}
          <OptionSelect
            label="Allocation"
            list={choices.allocationTypeId ?? []}
            none="Use the wardrobe’s setting"
            value={allocation}
            onChange={setAllocation}
          />
          {isComplete && (
            <EntitlementPreview
              preview={data?.preview}
              error={error}
              isOutdated={isPlaceholderData}
              moveOrdered={moveOrdered}
              onMoveOrdered={setMoveOrdered}
            />
          )}
          <DialogActions busy={busy} disabled={!isComplete || isRefused} onClose={onClose} onSave={() => void onSave(change)} />
        </Stack>
      ) : (
        <SkeletonText lines={5} />
      )}
    </Dialog>
  );
}
