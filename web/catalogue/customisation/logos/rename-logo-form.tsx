import { TextInput } from '@mantine/core';
import { MAX_LOGO_NAME } from '#contract/catalogue/customisation/logo-limits.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import type { LogoKeeper, ManagedLogo } from './logo-keeper.ts';

interface Props {
  logo: ManagedLogo;
  keeper: Pick<LogoKeeper, 'rename' | 'refresh'>;
  onClose: () => void;
}

/** The name of a logo, by which people choose it. */
export function RenameLogoForm({ logo, keeper, onClose }: Props) {
  const form = useEntityForm({
    draftKey: `logo.${logo.id}`,
    saved: { name: logo.name },
    version: logo.version,
    validate: ({ name }) => ({ ...(name.trim() === '' && { name: 'Name is required.' }) }),
    save: ({ values, expectedVersion }) => keeper.rename(logo.id, { name: values.name.trim(), version: expectedVersion }),
    onSaved: async () => {
      await keeper.refresh();
      showSuccess('The logo has been renamed.');
      onClose();
    },
    onUnchanged: onClose,
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices conflicts={[]} onUseSaved={() => {}} otherErrors={form.otherErrors} />
      <TextInput
        label="Name"
        name="name"
        maxLength={MAX_LOGO_NAME}
        autoComplete="off"
        data-autofocus
        value={form.values.name}
        error={form.errors.name}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
      />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Rename logo
      </FormButtons>
    </StackedForm>
  );
}
