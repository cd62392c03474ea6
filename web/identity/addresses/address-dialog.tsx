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
  /** Key of the draft, so that input survives an error, a reload or a new login. */
  draftKey: string;
  /** Initial values of the form. */
  initialValues: Partial<CustomerAddress>;
  submitLabel: string;
  withDefault?: boolean;
  save: (values: AddressFormValues) => Promise<void>;
  onClose: () => void;
  /** Further fields, above the buttons. */
  children?: ReactNode;
}

/** Dialog for entering an address. The input is kept as a draft until it is saved or cancelled. */
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
  const [draft, saveDraft] = useDraft<AddressFormValues>(draftKey);
  const values = draft ?? toAddressFormValues(initialValues);
  const [errors, setErrors] = useState<Record<string, string>>({});
  // On close, the focus returns to the element that opened the dialog.
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => opener?.focus(), [opener]);
  const saving = useMutation({
    mutationFn: () => save(values),
    onSuccess: () => {
      saveDraft(undefined);
      onClose();
    },
    onError: (error) => {
      showError(error);
      if (!(error instanceof ApiError)) return;
      const fieldErrors = toAddressErrors(error.errors);
      setErrors(fieldErrors);
      const first = Object.keys(values).find((name) => fieldErrors[name]);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[role=dialog] [name="${first}"]`)?.focus());
    },
  });
  return (
    // Closing does not discard the draft: it is there when the dialog is opened again.
    <Dialog opened onClose={onClose} title={title} closeLabel="Close address" width={620}>
      <AddressForm
        values={values}
        onChange={(next) => {
          setErrors({});
          saveDraft(next);
        }}
        errors={errors}
        saving={saving.isPending}
        submitLabel={submitLabel}
        withDefault={withDefault}
        onSubmit={() => saving.mutate()}
        onCancel={() => {
          saveDraft(undefined);
          onClose();
        }}
      >
        {children}
      </AddressForm>
    </Dialog>
  );
}

/** Form values as the body of an API call. */
export const toAddressBody = ({ countryId, stateProvinceId, ...values }: AddressFormValues) => ({
  ...values,
  countryId,
  stateProvinceId: stateProvinceId || null,
});
