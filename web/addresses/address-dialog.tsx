import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../api-error.ts';
import { showError } from '../ui/alerts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useDraft } from '../ui/draft.ts';
import { type Address, AddressForm, addressErrors, type TypedAddress, typedFrom } from './address-form.tsx';

interface Props {
  title: string;
  /** Names what is typed here, so that it is found again after an error, a reload or a new log-in. */
  draftKey: string;
  /** What the form begins with. */
  start: Partial<Address>;
  submitLabel: string;
  withDefault?: boolean;
  save: (typed: TypedAddress) => Promise<void>;
  onClose: () => void;
  /** What else is asked, above the buttons. */
  children?: ReactNode;
}

/** Asks for an address. What was typed is kept until it is saved or given up. */
export function AddressDialog({ title, draftKey, start, submitLabel, withDefault = false, save, onClose, children }: Props) {
  const [draft, keep] = useDraft<TypedAddress>(draftKey);
  const typed = draft ?? typedFrom(start);
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
      const found = addressErrors(error.errors);
      setErrors(found);
      const first = Object.keys(typed).find((name) => found[name]);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[role=dialog] [name="${first}"]`)?.focus());
    },
  });
  return (
    // Closing is not giving up: what was typed is there when the dialog is opened again.
    <Dialog opened onClose={onClose} title={title} closeLabel="Close address" width={620}>
      <AddressForm
        typed={typed}
        onType={(next) => {
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
export const toSent = ({ countryId, stateProvinceId, ...typed }: TypedAddress) => ({
  ...typed,
  countryId,
  stateProvinceId: stateProvinceId || null,
});
