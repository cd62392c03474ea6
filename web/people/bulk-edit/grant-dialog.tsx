import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { plural } from '#web/ui/format/format.ts';
import { EntitlementPreview, previewQueryOptions } from '../entitlement-preview.tsx';
import type { BulkEditDialogProps } from './bulk-edit-fields.tsx';
import { type EntitlementEdit, isRefusedForAll, type toEntitlementPreviewRequest } from './people-bulk-edit-request.ts';

/** What is given back to people without anything to enter. */
export type GrantAction = 'open' | 'undoOptOut';

interface Props extends Pick<BulkEditDialogProps, 'busy' | 'onClose'> {
  action: GrantAction;
  /** How many people are selected. */
  count: number;
  toPreviewRequest: (change: EntitlementEdit) => ReturnType<typeof toEntitlementPreviewRequest>;
  onSave: (change: EntitlementEdit) => void;
}

const TEXTS: Record<GrantAction, { title: string; effect: string }> = {
  open: {
    title: 'Reopen accounts',
    effect: 'People whose account is closed can log in again, and order what they are entitled to.',
  },
  undoOptOut: { title: 'Undo opt-out', effect: 'People who have opted out are owed their uniform again. You can undo this.' },
};

/** Says what the selected people get before they are given it. */
export function GrantDialog({ action, count, busy, toPreviewRequest, onClose, onSave }: Props) {
  const { data, error } = useQuery({
    ...apiQuery('POST /api/customers/bulkedits/entitlementpreview', toPreviewRequest({ action })),
    ...previewQueryOptions,
  });
  const { title, effect } = TEXTS[action];
  const people = plural(count, 'person', 'people');
  return (
    <Dialog opened onClose={onClose} title={`${title} of ${people}?`} closeLabel="Close without saving" width={560}>
      <Stack>
        <p>{effect}</p>
        <EntitlementPreview
          preview={data?.preview}
          error={error}
          isOutdated={false}
          moveOrdered={false}
          onMoveOrdered={() => undefined}
        />
        <Group gap="xs" justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={!data || isRefusedForAll(data.preview)} onClick={() => onSave({ action })}>
            {title} of {people}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
