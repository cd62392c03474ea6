import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import {
  type AdjustmentErrors,
  AdjustmentFields,
  EMPTY_ADJUSTMENT,
  readAdjustment,
} from '#web/entitlement/statement/adjustment-fields.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { plural } from '#web/ui/format/format.ts';
import { type InvitationSummary, SkippedPeople } from '../invitations/invitations-sending.tsx';
import css from './bulk.module.css';
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

/** Dialog for adjusting what the selected people are owed: the change, then whom it reaches and whom it does not. */
export function AdjustPeopleDialog({ count, busy, onPreview, onClose, onSave }: Props) {
  const [wardrobeId, setWardrobeId] = useState(0);
  const [targetValue, setTargetValue] = useState('');
  const [draft, setDraft] = useState(EMPTY_ADJUSTMENT);
  const [errors, setErrors] = useState<AdjustmentErrors>({});
  const wardrobes = useQuery(apiQuery('GET /api/organisation/wardrobes')).data?.wardrobes;
  const { targets, currencyCode } = useTargets(wardrobeId);
  const target = targets?.find(({ value }) => value === targetValue);
  const preview = useMutation({
    mutationFn: onPreview,
    onError: (error) => {
      const fields = error instanceof ApiError ? error.errors : {};
      setErrors(fields);
      if (!fields.amount && !fields.reason) showError(error);
    },
  });

  function check(event: FormEvent) {
    event.preventDefault();
    const values = readAdjustment(draft);
    const missing = {
      ...(wardrobeId === 0 ? { wardrobe: ['Please choose a wardrobe.'] } : {}),
      ...(wardrobeId !== 0 && !target ? { target: ['Please choose a group or the budget.'] } : {}),
      ...('errors' in values ? values.errors : {}),
    };
    setErrors(missing);
    if ('errors' in values || !target || Object.keys(missing).length > 0) return;
    preview.mutate({
      organisationCollectionId: wardrobeId,
      organisationCollectionGroupId: target.groupId,
      unit: target.unit,
      ...values,
    });
  }

  const adjustment = preview.variables;
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
      ) : preview.data && adjustment && target ? (
        <Confirmation
          preview={preview.data}
          change={`${adjustment.amount > 0 ? 'Add' : 'Remove'} ${formatSize(adjustment, currencyCode)}: ${target.label}.`}
          busy={busy}
          onBack={() => preview.reset()}
          onConfirm={() => onSave({ action: 'adjust', adjustment })}
        />
      ) : (
        <form className={css.fields} noValidate onSubmit={check}>
          <NativeSelect
            label="Wardrobe"
            rightSection={<DownIcon size={16} />}
            value={String(wardrobeId)}
            data={[{ value: '0', label: 'Choose' }, ...wardrobes.map(({ id, name }) => ({ value: String(id), label: name }))]}
            error={errors.wardrobe?.join(' ')}
            onChange={(event) => {
              setWardrobeId(Number(event.currentTarget.value));
              setTargetValue('');
            }}
          />
          <NativeSelect
            label="Group or budget"
            rightSection={<DownIcon size={16} />}
            value={targetValue}
            disabled={targets === undefined}
            data={[{ value: '', label: 'Choose' }, ...(targets ?? []).map(({ value, label }) => ({ value, label }))]}
            error={errors.target?.join(' ')}
            onChange={(event) => setTargetValue(event.currentTarget.value)}
          />
          <AdjustmentFields
            unit={target?.unit ?? 'pieces'}
            draft={draft}
            errors={errors}
            reasonHint="They can read it in their statement."
            onChange={setDraft}
          />
          <div className={css.actions}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={preview.isPending}>
              Check
            </Button>
          </div>
        </form>
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
    <div className={css.fields}>
      <p>
        {queued === 0
          ? 'This can’t be changed for anyone you selected.'
          : `${change} This will be changed for ${plural(queued, 'person', 'people')}. You can undo it.`}
      </p>
      <SkippedPeople skipped={skipped} heading={(people) => `${people} will be left out:`} />
      <div className={css.actions}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        {queued > 0 && (
          <Button data-autofocus loading={busy} onClick={() => void onConfirm()}>
            Adjust {plural(queued, 'person', 'people')}
          </Button>
        )}
      </div>
    </div>
  );
}
