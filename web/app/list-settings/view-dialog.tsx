import { TextInput } from '@mantine/core';
import { MAX_LIST_VIEW_NAME } from '#contract/identity/list-settings/list-view-limits.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { useEntityForm } from '../forms/use-entity-form.ts';
import css from './list-views.module.css';
import type { ListView } from './use-list-views.ts';

interface Props {
  /** The view to rename; undefined for a new one. */
  view: ListView | undefined;
  /** What is saved with a new view. */
  summary: string;
  save: (name: string) => Promise<ListView | undefined>;
  onSaved: (view: ListView) => void;
  onClose: () => void;
}

/** Asks for the name of a view. */
export function ViewDialog({ view, summary, save, onSaved, onClose }: Props) {
  const form = useEntityForm({
    draftKey: view ? `list-view.${view.id}` : 'list-view.new',
    saved: { name: view?.name ?? '' },
    ...(view && { version: 0 }),
    validate: ({ name }): Record<string, string> => (name.trim() === '' ? { name: 'Enter a name for the view.' } : {}),
    save: ({ values }) => save(values.name.trim()),
    onSaved: (saved) => {
      onClose();
      if (!saved) return;
      showSuccess(view ? `View renamed to “${saved.name}”.` : `View “${saved.name}” saved.`);
      onSaved(saved);
    },
    onUnchanged: onClose,
  });
  const discard = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog opened onClose={discard} title={view ? 'Rename view' : 'Save view'} closeLabel="Close without saving" width={440}>
      <form {...form.formProps} className={css.form}>
        <FormNotices otherErrors={form.otherErrors} />
        <TextInput
          label="Name"
          description={view ? undefined : summary}
          maxLength={MAX_LIST_VIEW_NAME}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <FormButtons isSaving={form.isSaving} onCancel={discard}>
          {view ? 'Rename' : 'Save view'}
        </FormButtons>
      </form>
    </Dialog>
  );
}
