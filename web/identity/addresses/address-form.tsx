import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import type { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import css from './address-form.module.css';

export type CustomerAddress = ReplyOf<'GET /api/customeraddresses'>['addresses'][number];

const TEXT_FIELDS = [
  'firstName',
  'lastName',
  'company',
  'address1',
  'address2',
  'city',
  'county',
  'zipPostalCode',
  'phoneNumber',
] as const;
type TextField = (typeof TEXT_FIELDS)[number];

/** Values of the address form. */
export type AddressFormValues = Record<TextField, string> & { countryId: number; stateProvinceId: number; isDefault: boolean };

/** Initial values from an existing address, or from a name only. */
export const toAddressFormValues = (address: Partial<CustomerAddress>): AddressFormValues => ({
  ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, address[name] ?? ''])) as Record<TextField, string>),
  countryId: address.countryId ?? 0,
  stateProvinceId: address.stateProvinceId ?? 0,
  isDefault: address.isDefault ?? false,
});

const labels: Record<TextField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  address1: 'Address',
  address2: 'Address, second line',
  city: 'City',
  county: 'County',
  zipPostalCode: 'Postcode',
  phoneNumber: 'Phone number',
};
const autoComplete: Record<TextField, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  company: 'organization',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  county: 'address-level1',
  zipPostalCode: 'postal-code',
  phoneNumber: 'tel',
};
const ALWAYS_REQUIRED: readonly string[] = ['firstName', 'lastName', 'address1', 'city'];

type Form = ReturnType<typeof useEntityForm<AddressFormValues, void>>;

interface Props {
  form: Form;
  submitLabel: string;
  onCancel: () => void;
  /** Whether to offer making it the default address. */
  withDefault: boolean;
  /** Further fields, above the buttons. */
  children?: ReactNode;
}

/** The fields of an address, each with its error message. Errors about other fields are shown above. */
export function AddressForm({ form, submitLabel, onCancel, withDefault, children }: Props) {
  const { values, errors, set } = form;
  const options = { staleTime: Number.POSITIVE_INFINITY };
  const countries = useQuery({ ...apiQuery('GET /api/countries'), ...options });
  const states = useQuery({
    ...apiQuery('GET /api/states/:countryId', { params: { countryId: values.countryId } }),
    ...options,
    enabled: values.countryId > 0,
  });
  const stateList = states.data?.states ?? [];
  const country = countries.data?.countries.find(({ id }) => id === values.countryId);
  const isRequired = (name: TextField) =>
    ALWAYS_REQUIRED.includes(name) || (name === 'zipPostalCode' && country?.hasPostcodes !== false);
  const field = (name: TextField) => (
    <TextInput
      key={name}
      {...form.getInputProps(name)}
      label={labels[name]}
      autoComplete={autoComplete[name]}
      withAsterisk={isRequired(name)}
      aria-required={isRequired(name)}
      maxLength={300}
      className={css[name]}
    />
  );
  const loadError = countries.error ?? states.error;

  return (
    <form {...form.formProps} className={css.form}>
      {loadError && (
        <div className={css.whole}>
          <Notice tone="danger" role="alert">
            The list of countries could not be loaded. {loadError.message}
          </Notice>
        </div>
      )}
      {form.otherErrors.length > 0 && (
        <div className={css.whole}>
          <FormNotices otherErrors={form.otherErrors} />
        </div>
      )}
      {(['firstName', 'lastName', 'company', 'address1', 'address2', 'city', 'zipPostalCode'] as const).map(field)}
      <NativeSelect
        name="countryId"
        label="Country"
        withAsterisk
        aria-required
        autoComplete="country"
        rightSection={<DownIcon size={16} />}
        value={String(values.countryId)}
        error={errors.countryId}
        data={[
          { value: '0', label: 'Select a country' },
          ...(countries.data?.countries ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => set({ countryId: Number(event.currentTarget.value), stateProvinceId: 0 })}
      />
      {stateList.length > 0 ? (
        <NativeSelect
          name="stateProvinceId"
          label="State"
          withAsterisk
          aria-required
          rightSection={<DownIcon size={16} />}
          value={String(values.stateProvinceId)}
          error={errors.stateProvinceId}
          data={[
            { value: '0', label: 'Select a state' },
            ...stateList.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => set({ stateProvinceId: Number(event.currentTarget.value) })}
        />
      ) : (
        field('county')
      )}
      {field('phoneNumber')}
      {withDefault && (
        <div className={css.whole}>
          <Checkbox name="isDefault" checked={values.isDefault} onChange={(isDefault) => set({ isDefault })}>
            Use as the default address
          </Checkbox>
        </div>
      )}
      {children && <div className={css.whole}>{children}</div>}
      <div className={css.whole}>
        <FormButtons isSaving={form.isSaving} onCancel={onCancel}>
          {submitLabel}
        </FormButtons>
      </div>
    </form>
  );
}
