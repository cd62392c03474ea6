import { Textarea } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';

interface Props {
  line: { id: number; name: string };
  onClose: () => void;
  /** Sets the line back. Throws when the server refuses it. */
  onConfirm: (reason: string) => Promise<unknown>;
}

/** Asks why a line that was started by mistake is set back. */
export function ResetDialog({ line: { id, name }, onClose, onConfirm }: Props) {
  useRestoreFocus();
  const form = useEntityForm({
    draftKey: `reset-decoration.${id}`,
    saved: { reason: '' },
    validate: ({ reason }): Record<string, string> => (reason.trim() === '' ? { reason: 'Enter a reason.' } : {}),
    save: ({ values }) => onConfirm(values.reason.trim()),
    onSaved: onClose,
  });
  return (
    <Dialog opened onClose={onClose} title="Set back line" closeLabel="Close without changing" width={480} sheet>
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        <div>
          {name}. Only set back a line that was started by mistake, with nothing made of it. It can then be cancelled and changed
          again.
        </div>
        <Textarea
          label="Reason"
          description="Kept for operators."
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <FormButtons
          isSaving={form.isSaving}
          cancelLabel="Keep it started"
          onCancel={() => {
            form.discard();
            onClose();
          }}
        >
          Set back line
        </FormButtons>
      </StackedForm>
    </Dialog>
  );
}
