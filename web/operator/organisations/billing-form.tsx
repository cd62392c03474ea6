import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { parseNumber } from '#web/ui/forms/parse-number.ts';
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

/** What was typed, as the server takes it, and what is wrong with it. */
function readValues(values: Values) {
  const limit = values.creditLimit.trim() === '' ? null : parseNumber(values.creditLimit);
  const days = values.paymentTermDays.trim() === '' ? null : Number(values.paymentTermDays);
  const quota = parseNumber(values.fileQuota);
  const isLimitWrong =
    limit !== null && !(limit >= 0 && limit <= 1_000_000_000 && Math.abs(limit * 100 - Math.round(limit * 100)) < 1e-6);
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
      creditLimit: isLimitWrong ? MONEY_HELP : undefined,
      paymentTermDays:
        days !== null && !(Number.isInteger(days) && days >= 0 && days <= 365)
          ? 'Enter a whole number of days from 0 to 365'
          : undefined,
      fileQuota: isQuotaWrong ? 'Enter a number of GB from 0 to 1,024' : undefined,
    },
  };
}

/** Changes the terms of an organisation; says what the change means before it is saved. Only what was changed is sent. */
export function BillingForm({ id, billing }: { id: number; billing: Billing }) {
  const client = useQueryClient();
  const initial = getInitial(billing);
  const [edits, setEdits] = useState<Partial<Values>>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const values = { ...initial, ...edits };
  const { body, problems } = readValues(values);
  const hasProblems = Object.values(problems).some((problem) => problem !== undefined);
  const change = (part: Partial<Values>) => setEdits({ ...edits, ...part });
  const changed = Object.fromEntries(
    Object.entries(body).filter(([name]) => {
      const field = (name === 'fileQuotaBytes' ? 'fileQuota' : name) as keyof Values;
      return edits[field] !== undefined && edits[field] !== initial[field];
    }),
  );
  const isChanged = Object.keys(changed).length > 0;
  const saving = useMutation({
    mutationFn: () => operatorApi('PUT /api/operator/organisations/:id/credit', { params: { id }, body: { billing: changed } }),
    onSuccess: async (saved) => {
      client.setQueryData(['GET /api/operator/organisations/:id/credit', { params: { id } }], saved);
      setEdits({});
      setSubmitted(false);
      showSuccess('The terms have been saved.');
      await invalidateOperatorCalls(client, 'GET /api/operator/organisations');
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.field('invoiceEmail'))) showError(error);
    },
  });
  const consequences = hasProblems ? [] : describeTermChanges(billing, body satisfies Terms, billing);
  const emailProblem = saving.error instanceof ApiError ? saving.error.field('invoiceEmail') : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (!hasProblems && isChanged && !saving.isPending) saving.mutate();
  }

  const text = (field: 'creditLimit' | 'paymentTermDays' | 'fileQuota' | 'invoiceEmail') => ({
    name: field,
    autoComplete: 'off',
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  });

  return (
    <form noValidate className={css.form} onSubmit={submit}>
      <TextInput
        {...text('creditLimit')}
        label="Credit limit"
        description="Largest open amount including tax. Empty: no limit."
        inputMode="decimal"
        error={isSubmitted ? problems.creditLimit : undefined}
      />
      <Checkbox name="creditHold" checked={values.creditHold} onChange={(creditHold) => change({ creditHold })}>
        On hold: nothing can be ordered
      </Checkbox>
      <fieldset className={css.group}>
        <legend>Invoices</legend>
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
              onChange={() => change({ invoiceMode: mode })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <TextInput
        {...text('paymentTermDays')}
        label="Days to pay"
        description={`Empty: ${billing.brandPaymentTermDays} days, as for the brand.`}
        inputMode="numeric"
        maxLength={3}
        error={isSubmitted ? problems.paymentTermDays : undefined}
      />
      <TextInput
        {...text('invoiceEmail')}
        label="Email for invoices"
        description="Empty: the administrators of the whole organisation."
        type="email"
        maxLength={254}
        error={emailProblem}
      />
      <TextInput
        {...text('fileQuota')}
        label="Space for files (GB)"
        description="For pictures of returns and other uploads. When it is full, uploads are refused."
        inputMode="decimal"
        error={isSubmitted ? problems.fileQuota : undefined}
      />
      {consequences.length > 0 && (
        <Notice tone="warning" role="status">
          {consequences.length === 1 ? (
            consequences[0]
          ) : (
            <ul className={css.consequences}>
              {consequences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <div className={css.buttons}>
        <Button type="submit" loading={saving.isPending} disabled={!isChanged}>
          Save terms
        </Button>
        {isChanged && (
          <Button variant="default" disabled={saving.isPending} onClick={() => setEdits({})}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}
