import { TextInput } from '@mantine/core';
import { MAX_LIST_VIEW_NAME } from '#contract/identity/list-settings/list-view-limits.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { useEntityForm } from '../forms/use-entity-form.ts';
import css from './list-views.module.css';
import type { ListView } from './list-views.ts';

interface Values {
  name: string;
  isShared: boolean;
}

interface Props {
  /** The view to change; undefined for a new one. */
  view: ListView | undefined;
  /** Whether the person may share it. */
  canShare: boolean;
  save: (values: Pick<Values, 'name'> & Partial<Values>) => Promise<ListView | undefined>;
  onSaved: (view: ListView) => void;
  onClose: () => void;
}

/** Asks for the name of a view, and whether others see it. */
export function ViewDialog({ view, canShare, save, onSaved, onClose }: Props) {
  const form = useEntityForm<Values, ListView | undefined>({
    draftKey: view ? `list-view.${view.id}` : 'list-view.new',
    saved: { name: view?.name ?? '', isShared: view?.isShared ?? false },
    ...(view && { version: view.version }),
    validate: ({ name }): Record<string, string> => (name.trim() === '' ? { name: 'Enter a name for the view.' } : {}),
    // Lists of operators know no sharing.
    save: ({ values: { name, isShared } }) => save({ name: name.trim(), ...(canShare && { isShared }) }),
    onSaved: (saved) => {
      onClose();
      if (!saved) return;
      showSuccess(`View “${saved.name}” saved.`);
      onSaved(saved);
    },
    onUnchanged: onClose,
  });
  const discard = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog opened onClose={discard} title={view ? 'Change view' : 'Save view'} closeLabel="Close without saving" width={440}>
      <form {...form.formProps} className={css.form}>
        <FormNotices otherErrors={form.otherErrors} />
        <TextInput
          label="Name"
          description={view ? undefined : 'It saves the search, filters, sort order and columns.'}
          maxLength={MAX_LIST_VIEW_NAME}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {canShare && (
          <Checkbox name="isShared" checked={form.values.isShared} onChange={(isShared) => form.set({ isShared })}>
            Share it with everyone in the organisation who may open this list. Each person sees the records they have access to.
            Only administrators of the whole organisation can change it.
          </Checkbox>
        )}
        <FormButtons isSaving={form.isSaving} onCancel={discard}>
          Save view
        </FormButtons>
      </form>
    </Dialog>
  );
}
