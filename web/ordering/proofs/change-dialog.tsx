import { Button, Group, Textarea } from '@mantine/core';
import { MAX_PROOF_COMMENT } from '#contract/ordering/proof-limits.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';

interface Props {
  proofId: number;
  /** The design in words. */
  name: string;
  onClose: () => void;
  /** Asks for the change. Throws when the server refuses it. */
  onConfirm: (comment: string) => Promise<unknown>;
}

/** Asks what should be changed of a proof. */
export function ChangeDialog({ proofId, name, onClose, onConfirm }: Props) {
  useRestoreFocus();
  const form = useEntityForm({
    draftKey: `proof-change.${proofId}`,
    saved: { comment: '' },
    validate: ({ comment }): Record<string, string> =>
      comment.trim() === '' ? { comment: 'Please say what should be changed.' } : {},
    save: ({ values }) => onConfirm(values.comment.trim()),
    onSaved: onClose,
  });
  return (
    <Dialog opened onClose={onClose} title="Request a change" closeLabel="Close without sending" width={480} sheet>
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        <div>{name}. Your supplier makes a new version, and the orders wait until you approve it.</div>
        <Textarea
          label="What should be changed?"
          description={`At most ${MAX_PROOF_COMMENT} characters. We email it to your supplier.`}
          maxLength={MAX_PROOF_COMMENT}
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps('comment')}
        />
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
            Send request
          </Button>
        </Group>
      </StackedForm>
    </Dialog>
  );
}
