import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import {
  AddressForm,
  type AddressFormValues,
  type CustomerAddress,
  toAddressErrors,
  toAddressFormValues,
} from './address-form.tsx';

interface Props {
  title: string;
  /** Names what is typed here, so that it is found again after an error, a reload or a new log-in. */
  draftKey: string;
  /** What the form begins with. */
  initialValues: Partial<CustomerAddress>;
  submitLabel: string;
  withDefault?: boolean;
  save: (typed: AddressFormValues) => Promise<void>;
  onClose: () => void;
  /** What else is asked, above the buttons. */
  children?: ReactNode;
}

/** Asks for an address. What was typed is kept until it is saved or given up. */
export function AddressDialog({
  title,
  draftKey,
  initialValues,
  submitLabel,
  withDefault = false,
  save,
  onClose,
  children,
}: Props) {
  const [draft, keep] = useDraft<AddressFormValues>(draftKey);
  const typed = draft ?? toAddressFormValues(initialValues);
  const [errors, setErrors] = useState<Record<string, string>>({});
  // The focus goes back to where the dialog was opened from.
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => opener?.focus(), [opener]);
  const saving = useMutation({
    mutationFn: () => save(typed),
    onSuccess: () => {
      keep(undefined);
      onClose();
    },
    onError: (error) => {
      showError(error);
      if (!(error instanceof ApiError)) return;
      const found = toAddressErrors(error.errors);
      setErrors(found);
      const first = Object.keys(typed).find((name) => found[name]);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[role=dialog] [name="${first}"]`)?.focus());
    },
  });
  return (
    // Closing is not giving up: what was typed is there when the dialog is opened again.
    <Dialog opened onClose={onClose} title={title} closeLabel="Close address" width={620}>
      <AddressForm
        values={typed}
        onChange={(next) => {
          setErrors({});
          keep(next);
        }}
        errors={errors}
        saving={saving.isPending}
        submitLabel={submitLabel}
        withDefault={withDefault}
        onSubmit={() => saving.mutate()}
        onCancel={() => {
          keep(undefined);
          onClose();
        }}
      >
        {children}
      </AddressForm>
    </Dialog>
  );
}

/** A typed address as the calls take it. */
export const toAddressBody = ({ countryId, stateProvinceId, ...typed }: AddressFormValues) => ({
  ...typed,
  countryId,
  stateProvinceId: stateProvinceId || null,
});
