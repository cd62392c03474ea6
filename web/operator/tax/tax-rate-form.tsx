import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { PriceDaysFields, toDays } from '../prices/price-entry-fields.tsx';
import prices from '../prices/prices.module.css';
import { operatorApi } from '../session/operator-api.ts';
import { TAX_CLASS_LABELS } from './tax-classes.ts';
import type { TaxReply, TaxSettings } from './use-saved-tax.ts';

interface Values {
  countryCode: string;
  taxClass: string;
  percent: string;
  startsOn: string;
  lastOn: string;
}

/** Classes of which countries have rates. */
const CLASSES = Object.entries(TAX_CLASS_LABELS).flatMap(([value, label]) => (value === 'zero' ? [] : [{ value, label }]));

/** A percentage as it is typed, with a decimal point or comma; undefined for anything else. */
export function parseTaxPercent(typed: string): number | undefined {
  const text = typed.trim().replace(/\s?%$/, '').replace(',', '.');
  return /^\d{1,2}(?:\.\d{1,2})?$/.test(text) && Number(text) <= 99 ? Number(text) : undefined;
}

function findProblems(values: Values, today: string): Partial<Record<keyof Values, string>> {
  const { startsOn, lastOn } = values;
  return {
    ...(values.countryCode === '' && { countryCode: 'Choose a country.' }),
    ...(parseTaxPercent(values.percent) === undefined && { percent: 'Enter a percentage from 0 to 99, such as 20.' }),
    ...(startsOn !== '' && startsOn < today && { startsOn: 'Choose today or a later day.' }),
    ...(lastOn !== '' && lastOn < (startsOn || today) && { lastOn: 'The last day must not be before the first.' }),
  };
}

/** Adds a tax rate of a country from a day. */
export function TaxRateForm({
  settings,
  onSaved,
}: {
  settings: TaxSettings;
  onSaved: (reply: TaxReply, message: string) => void;
}) {
  const keyOf = useIdempotencyKey();
  const form = useEntityForm<Values, TaxReply>({
    saved: { countryCode: settings.rates[0]?.countryCode ?? '', taxClass: 'standard', percent: '', startsOn: '', lastOn: '' },
    validate: (values) => findProblems(values, settings.today),
    save: ({ values }) => {
      const body = {
        countryCode: values.countryCode,
        taxClass: values.taxClass as TaxSettings['rates'][number]['taxClass'],
        percent: parseTaxPercent(values.percent) ?? 0,
        ...toDays(values),
      };
      return operatorApi('POST /api/operator/tax/rates', { body, headers: keyOf(body) });
    },
    onSaved: (reply) => onSaved(reply, 'The tax rate has been added.'),
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Text fw={600}>New rate</Text>
      <div className={prices.pair}>
        <NativeSelect
          label="Country"
          rightSection={<DownIcon size={16} />}
          data={[
            { value: '', label: 'Choose a country' },
            ...settings.countries.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          {...form.getInputProps('countryCode')}
        />
        <NativeSelect
          label="Tax class"
          rightSection={<DownIcon size={16} />}
          data={CLASSES}
          {...form.getInputProps('taxClass')}
        />
        <TextInput label="Rate (%)" inputMode="decimal" autoComplete="off" maxLength={10} {...form.getInputProps('percent')} />
      </div>
      <PriceDaysFields today={settings.today} getInputProps={form.getInputProps} />
      <ButtonRow>
        <Button type="submit" loading={form.isSaving} disabled={form.isSaving}>
          Add rate
        </Button>
      </ButtonRow>
    </StackedForm>
  );
}
