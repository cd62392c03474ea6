import type { ReactNode } from 'react';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { AddressForm, type AddressFormValues, type CustomerAddress, toAddressFormValues } from './address-form.tsx';

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
  useRestoreFocus();
  const form = useEntityForm<AddressFormValues, void>({
    draftKey,
    saved: toAddressFormValues(initialValues),
    save: ({ values }) => save(values),
    onSaved: onClose,
  });
  return (
    // Closing does not discard the draft: it is there when the dialog is opened again.
    <Dialog opened onClose={onClose} title={title} closeLabel="Close address" width={620}>
      <AddressForm
        form={form}
        submitLabel={submitLabel}
        withDefault={withDefault}
        onCancel={() => {
          form.discard();
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
