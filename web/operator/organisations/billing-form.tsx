import { Box, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { MONEY_HELP, toMoneyText } from '../payments/parse-money.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import css from './organisations.module.css';
import { type Billing, describeTermChanges, type Terms } from './terms.ts';

const GIGABYTE = 1024 ** 3;

const toText = (value: number | null) => (value === null ? '' : String(value));

const getInitial = ({ creditLimit, creditHold, invoiceMode, paymentTermDays, invoiceEmail, fileQuotaBytes }: Billing) => ({
  creditLimit: creditLimit === null ? '' : toMoneyText(creditLimit),
  creditHold,
  invoiceMode,
  paymentTermDays: toText(paymentTermDays),
  invoiceEmail: invoiceEmail ?? '',
  fileQuota: String(Math.round((fileQuotaBytes / GIGABYTE) * 100) / 100),
});

type Values = ReturnType<typeof getInitial>;

/** What was typed, as the server takes it, and what is wrong with it by field. */
function readValues(values: Values) {
  const limit = values.creditLimit.trim() === '' ? null : parseNumber(values.creditLimit);
  const days = values.paymentTermDays.trim() === '' ? null : Number(values.paymentTermDays);
  const quota = parseNumber(values.fileQuota);
  const areDaysWrong = days !== null && !(Number.isInteger(days) && days >= 0 && days <= 365);
  const isLimitWrong = limit !== null && !(limit >= 0 && limit <= 1_000_000_000 && isWholeMinorUnits(limit));
  const isQuotaWrong = values.fileQuota.trim() === '' || !(quota >= 0 && quota <= 1024);
  return {
    body: {
      creditLimit: limit,
      creditHold: values.creditHold,
      invoiceMode: values.invoiceMode as 'shipment' | 'monthly',
      paymentTermDays: days,
      invoiceEmail: values.invoiceEmail.trim() || null,
      fileQuotaBytes: Math.round(quota * GIGABYTE),
    },
    problems: {
      ...(isLimitWrong && { creditLimit: MONEY_HELP }),
      ...(areDaysWrong && { paymentTermDays: 'Enter a whole number of days from 0 to 365' }),
      ...(isQuotaWrong && { fileQuota: 'Enter a number of GB from 0 to 1,024' }),
    },
  };
}

/** Changes the terms of an organisation; says what the change means before it is saved. Only what was changed is sent. */
export function BillingForm({ id, billing }: { id: number; billing: Billing }) {
  const client = useQueryClient();
  const form = useEntityForm<Values, ReplyOf<'PUT /api/operator/organisations/:id/credit'>>({
    draftKey: `billing.${id}`,
    saved: getInitial(billing),
    version: 0,
    validate: (values) => readValues(values).problems,
    save: ({ values, changed }) => {
      const { body } = readValues(values);
      const names = changed.map((name) => (name === 'fileQuota' ? 'fileQuotaBytes' : name));
      return operatorApi('PUT /api/operator/organisations/:id/credit', {
        params: { id },
        body: { billing: Object.fromEntries(names.map((name) => [name, body[name]])) },
      });
    },
    serverNames: { fileQuotaBytes: 'fileQuota' },
    onSaved: async (saved) => {
      client.setQueryData(['GET /api/operator/organisations/:id/credit', { params: { id } }], saved);
      showSuccess('The terms have been saved.');
      await invalidateOperatorCalls(client, 'GET /api/operator/organisations');
    },
  });
  const { values, set } = form;
  const { body, problems } = readValues(values);
  const consequences = Object.keys(problems).length > 0 ? [] : describeTermChanges(billing, body satisfies Terms, billing);
  const text = (field: 'creditLimit' | 'paymentTermDays' | 'fileQuota' | 'invoiceEmail') => ({
    autoComplete: 'off',
    ...form.getInputProps(field),
  });

  return (
    <StackedForm {...form.formProps} gap={18} maw={520}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        {...text('creditLimit')}
        label="Credit limit"
        description="Largest open amount including tax. Leave blank for no limit."
        inputMode="decimal"
      />
      <Checkbox name="creditHold" checked={values.creditHold} onChange={(creditHold) => set({ creditHold })}>
        On hold: nothing can be ordered
      </Checkbox>
      <Stack component="fieldset" gap={6}>
        <Text component="legend" fw={600} pb={4}>
          Invoices
        </Text>
        {(
          [
            ['shipment', 'One for each shipment'],
            ['monthly', 'One for all shipments of a month'],
          ] as const
        ).map(([mode, label]) => (
          <label key={mode} className={css.choice}>
            <input
              type="radio"
              name="invoiceMode"
              checked={values.invoiceMode === mode}
              onChange={() => set({ invoiceMode: mode })}
            />
            {label}
          </label>
        ))}
      </Stack>
      <TextInput
        {...text('paymentTermDays')}
        label="Days to pay"
        description={`Leave blank to use the brand’s ${billing.brandPaymentTermDays} days.`}
        inputMode="numeric"
        maxLength={3}
      />
      <TextInput
        {...text('invoiceEmail')}
        label="Email for invoices"
        description="Leave blank to send them to the administrators of the whole organisation."
        type="email"
        maxLength={254}
      />
      <TextInput
        {...text('fileQuota')}
        label="Space for files (GB)"
        description="For pictures of returns and other uploads. When it is full, uploads are refused."
        inputMode="decimal"
      />
      {consequences.length > 0 && (
        <Notice tone="warning" role="status">
          {consequences.length === 1 ? (
            consequences[0]
          ) : (
            <Box component="ul" m={0} pl={18}>
              {consequences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </Box>
          )}
        </Notice>
      )}
      <SaveBar isShort isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard}>
        Save terms
      </SaveBar>
    </StackedForm>
  );
}
