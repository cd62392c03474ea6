import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import {
  type AdjustmentDraft,
  AdjustmentFields,
  EMPTY_ADJUSTMENT,
  toAdjustment,
} from '#web/entitlement/adjustments/adjustment-fields.tsx';
import { validateAmountAndReason } from '#web/entitlement/amount.ts';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { type InvitationSummary, SkippedPeople } from '../invitations/invitations-sending.tsx';
import type { PeopleEditPayload } from './people-bulk-edit-request.ts';

type Adjustment = NonNullable<PeopleEditPayload['adjustment']>;

interface Props {
  /** Number of people selected. */
  count: number;
  busy: boolean;
  /** Asks the server whose balance would be adjusted. */
  onPreview: (adjustment: Adjustment) => Promise<InvitationSummary>;
  onClose: () => void;
  onSave: (change: PeopleEditPayload) => Promise<void>;
}

/** What of a wardrobe can be adjusted: a group, or the budget in one of its units. */
interface Target {
  value: string;
  label: string;
  groupId: number;
  unit: Adjustment['unit'];
}

interface AdjustPeopleValues extends AdjustmentDraft {
  wardrobe: number;
  target: string;
}

/** Dialog for adjusting what the selected people are owed: the change, then whom it reaches and whom it does not. */
export function AdjustPeopleDialog({ count, busy, onPreview, onClose, onSave }: Props) {
  /** What the server has been asked about; undefined while it is entered. */
  const [checked, setChecked] = useState<{ adjustment: Adjustment; preview: InvitationSummary }>();
  const wardrobes = useQuery(apiQuery('GET /api/organisation/wardrobes')).data?.wardrobes;
  const form = useEntityForm<AdjustPeopleValues, NonNullable<typeof checked>>({
    saved: { ...EMPTY_ADJUSTMENT, wardrobe: 0, target: '' },
    validate: (entered) => ({
      ...(entered.wardrobe === 0 && { wardrobe: 'Please choose a wardrobe.' }),
      ...(entered.wardrobe !== 0 && !target && { target: 'Please choose a group or the budget.' }),
      ...validateAmountAndReason(entered),
    }),
    save: async ({ values: entered }) => {
      const adjustment: Adjustment = {
        organisationCollectionId: entered.wardrobe,
        organisationCollectionGroupId: target?.groupId ?? 0,
        unit: target?.unit ?? 'pieces',
        ...toAdjustment(entered),
      };
      return { adjustment, preview: await onPreview(adjustment) };
    },
    onSaved: setChecked,
  });
  const { values, errors, set } = form;
  const { targets, currencyCode } = useTargets(values.wardrobe);
  const target: Target | undefined = targets?.find(({ value }) => value === values.target);

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Adjust the uniform of ${plural(count, 'person', 'people')}`}
      closeLabel="Close without saving"
      width={480}
    >
      {!wardrobes ? (
        <SkeletonText lines={6} />
      ) : checked && target ? (
        <Confirmation
          preview={checked.preview}
          change={`${checked.adjustment.amount > 0 ? 'Add' : 'Remove'} ${formatSize(checked.adjustment, currencyCode)}: ${target.label}.`}
          busy={busy}
          onBack={() => setChecked(undefined)}
          onConfirm={() => onSave({ action: 'adjust', adjustment: checked.adjustment })}
        />
      ) : (
        <StackedForm {...form.formProps}>
          <FormNotices otherErrors={form.otherErrors} />
          <NativeSelect
            label="Wardrobe"
            rightSection={<DownIcon size={16} />}
            name="wardrobe"
            value={String(values.wardrobe)}
            data={[{ value: '0', label: 'Choose' }, ...wardrobes.map(({ id, name }) => ({ value: String(id), label: name }))]}
            error={errors.wardrobe}
            onChange={(event) => set({ wardrobe: Number(event.currentTarget.value), target: '' })}
          />
          <NativeSelect
            label="Group or budget"
            rightSection={<DownIcon size={16} />}
            disabled={targets === undefined}
            data={[{ value: '', label: 'Choose' }, ...(targets ?? []).map(({ value, label }) => ({ value, label }))]}
            {...form.getInputProps('target')}
          />
          <AdjustmentFields
            unit={target?.unit ?? 'pieces'}
            values={values}
            getInputProps={form.getInputProps}
            reasonHint="They will see it in their statement."
            set={set}
          />
          <FormButtons isSaving={form.isSaving} onCancel={onClose}>
            Check
          </FormButtons>
        </StackedForm>
      )}
    </Dialog>
  );
}

/** What can be adjusted in a wardrobe; undefined until it is chosen and loaded. */
function useTargets(wardrobeId: number): { targets: Target[] | undefined; currencyCode: string } {
  const wardrobe = useQuery({
    ...apiQuery('GET /api/organisation/wardrobes/:id', { params: { id: wardrobeId } }),
    enabled: wardrobeId !== 0,
  }).data?.wardrobe;
  if (!wardrobe || wardrobeId === 0) return { targets: undefined, currencyCode: 'GBP' };
  const { budget, budgetPoints, collectionGroups, currencyCode } = wardrobe;
  const targets: Target[] = [
    ...(budgetPoints === null ? [] : [{ value: 'points', label: 'Budget in points', groupId: 0, unit: 'points' as const }]),
    ...(budget === null ? [] : [{ value: 'money', label: `Budget in ${currencyCode}`, groupId: 0, unit: 'money' as const }]),
    ...collectionGroups.map(({ id, name }) => ({ value: String(id), label: name, groupId: id, unit: 'pieces' as const })),
  ];
  return { targets, currencyCode };
}

const formatSize = ({ amount, unit }: Adjustment, currencyCode: string) =>
  unit === 'pieces' ? plural(Math.abs(amount), 'piece') : formatAmount(Math.abs(amount), unit, currencyCode);

interface ConfirmationProps {
  preview: InvitationSummary;
  /** The change as a sentence. */
  change: string;
  busy: boolean;
  onBack: () => void;
  onConfirm: () => Promise<void>;
}

/** Whose balance would be adjusted, and who is left out and why. */
function Confirmation({ preview, change, busy, onBack, onConfirm }: ConfirmationProps) {
  const { queued, skipped } = preview;
  return (
    <Stack>
      <p>
        {queued === 0
          ? 'This can’t be changed for anyone you selected.'
          : `${change} This will be changed for ${plural(queued, 'person', 'people')}. You can undo it.`}
      </p>
      <SkippedPeople skipped={skipped} heading={(people) => `${people} will be left out:`} />
      <Group gap="xs" justify="flex-end" mt="xs">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        {queued > 0 && (
          <Button data-autofocus loading={busy} onClick={() => void onConfirm()}>
            Adjust {plural(queued, 'person', 'people')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
