import { Button, Group, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';

interface Props {
  /** Names the draft in which the reason is kept. */
  draftKey: string;
  title: string;
  /** What the decision will do, and that it cannot be undone. */
  explanation: ReactNode;
  confirmLabel: string;
  /** Whether a reason has to be given. */
  withReason: boolean;
  /** Whether a PO number has to be given. */
  withPoNumber?: boolean;
  onClose: () => void;
  /** Sends the decision. Throws when the server refuses one of the fields. */
  onConfirm: (input: { rejectReason?: string; poNumber?: string }) => Promise<void>;
}

/** Asks for what a decision needs, and says what it does. */
export function DecisionDialog(props: Props) {
  const { withReason, withPoNumber = false, onClose } = props;
  useRestoreFocus();
  const form = useEntityForm({
    draftKey: props.draftKey,
    saved: { poNumber: '', rejectReason: '' },
    validate: ({ poNumber, rejectReason }) => ({
      ...(withPoNumber && poNumber.trim() === '' && { poNumber: 'Please enter a PO number.' }),
      ...(withReason && rejectReason.trim() === '' && { rejectReason: 'Please enter a reason.' }),
    }),
    save: ({ values: { poNumber, rejectReason } }) =>
      props.onConfirm({
        ...(withReason && { rejectReason: rejectReason.trim() }),
        ...(withPoNumber && { poNumber: poNumber.trim() }),
      }),
    onSaved: () => {},
  });

  return (
    <Dialog opened onClose={onClose} title={props.title} closeLabel="Close without deciding" width={480} sheet>
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        <div>{props.explanation}</div>
        {withPoNumber && <TextInput label="PO number" maxLength={100} data-autofocus {...form.getInputProps('poNumber')} />}
        {withReason && (
          <Textarea
            label="Reason"
            description="At most 500 characters. We email it with your decision."
            maxLength={500}
            autosize
            minRows={3}
            data-autofocus={!withPoNumber || undefined}
            {...form.getInputProps('rejectReason')}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            disabled={form.isSaving}
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            Back
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {props.confirmLabel}
          </Button>
        </Group>
      </StackedForm>
    </Dialog>
  );
}
