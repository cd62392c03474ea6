import { Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { toMoneyText } from '../payments/parse-money.ts';
import { operatorApi } from '../session/operator-api.ts';
import { OutcomeStep } from './outcome-step.tsx';
import css from './personalisation.module.css';
import { type Method, useReloadDecoration, useSavedDecoration } from './use-saved-decoration.ts';

type Body = BodyOf<'PUT /api/operator/decoration/methods/:id'>;
type Reply = ReplyOf<'PUT /api/operator/decoration/methods/:id'>;

interface Values {
  name: string;
  workingDays: string;
  smallestLetterMm: string;
  longestText: string;
  lines: string;
  prices: { currencyCode: string; price: string; setupPrice: string }[];
  isActive: boolean;
}

const LABELS: Readonly<Record<keyof Values, string>> = {
  name: 'Name',
  workingDays: 'Working days',
  smallestLetterMm: 'Smallest letter',
  longestText: 'Longest text',
  lines: 'Lines',
  prices: 'Prices',
  isActive: 'Can be ordered',
};

const toValues = (method: Method, currencies: readonly string[]): Values => ({
  name: method.name,
  workingDays: String(method.workingDays),
  smallestLetterMm: String(method.smallestLetterMm),
  longestText: String(method.longestText),
  lines: String(method.lines),
  prices: currencies.map((currencyCode) => {
    const price = method.prices.find((each) => each.currencyCode === currencyCode);
    return {
      currencyCode,
      price: price ? toMoneyText(price.price) : '',
      setupPrice: price ? toMoneyText(price.setupPrice) : '',
    };
  }),
  isActive: method.isActive,
});

const isPrice = (text: string) => {
  const amount = text.trim() === '' ? Number.NaN : parseNumber(text);
  return amount >= 0 && amount <= 1_000_000 && isWholeMinorUnits(amount);
};
const isWhole = (text: string, most: number) => /^\s*\d+\s*$/.test(text) && Number(text) <= most;

function findProblems({ name, workingDays, smallestLetterMm, longestText, lines, prices }: Values) {
  const letter = parseNumber(smallestLetterMm);
  const isWrong = ({ price, setupPrice }: Values['prices'][number]) =>
    (price.trim() !== '' || setupPrice.trim() !== '') && !(isPrice(price) && isPrice(setupPrice));
  return {
    ...(name.trim() === '' && { name: 'Enter a name' }),
    ...(!isWhole(workingDays, 60) && { workingDays: 'Enter a whole number from 0 to 60' }),
    ...(!(letter >= 1 && letter <= 100) && { smallestLetterMm: 'Enter a height from 1 to 100 mm' }),
    ...(!isWhole(longestText, 200) && { longestText: 'Enter a whole number from 0 to 200' }),
    ...(!isWhole(lines, 5) && { lines: 'Enter a whole number from 0 to 5' }),
    ...(prices.some(isWrong) && { prices: 'Enter both amounts of a currency, such as 3.50 and 0, or leave both blank' }),
  };
}

const toBody = (values: Values, version: number): Body => ({
  name: values.name.trim(),
  workingDays: Number(values.workingDays),
  smallestLetterMm: parseNumber(values.smallestLetterMm),
  longestText: Number(values.longestText),
  lines: Number(values.lines),
  isActive: values.isActive,
  prices: values.prices
    .filter(({ price }) => price.trim() !== '')
    .map(({ currencyCode, price, setupPrice }) => ({
      currencyCode,
      price: parseNumber(price),
      setupPrice: parseNumber(setupPrice),
    })),
  version,
});

const toText = (value: Values[keyof Values]): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : value.map(({ currencyCode, price, setupPrice }) => `${currencyCode} ${price || '–'} and ${setupPrice || '–'}`).join(', ');

interface Props {
  method: Method;
  currencies: readonly string[];
  onClose: () => void;
}

/** Changes a method, after what that touches has been shown. */
export function MethodForm({ method, currencies, onClose }: Props) {
  const { id } = method;
  const saved = useSavedDecoration();
  const reload = useReloadDecoration();
  const [previewed, setPreviewed] = useState<{ body: Body; reply: Reply }>();
  const saving = useMutation({
    mutationFn: (body: Body) => operatorApi('PUT /api/operator/decoration/methods/:id', { params: { id }, body }),
    onSuccess: (reply) => {
      saved(reply, 'The method has been saved.');
      onClose();
    },
    onError: (error) => {
      setPreviewed(undefined);
      showError(error);
    },
  });
  const form = useEntityForm<Values, { body: Body; reply: Reply }>({
    saved: toValues(method, currencies),
    version: method.version,
    validate: findProblems,
    save: async ({ values, expectedVersion }) => {
      const body = toBody(values, expectedVersion);
      const reply = await operatorApi('PUT /api/operator/decoration/methods/:id', {
        params: { id },
        body: { ...body, preview: true },
      });
      return { body, reply };
    },
    reload: async () => (await reload()).methods.find((each) => each.id === id)?.version,
    onSaved: ({ body, reply }) => {
      if (reply.outcome.length > 0) setPreviewed({ body, reply });
      else saving.mutate(body);
    },
    onUnchanged: onClose,
  });
  if (previewed)
    return (
      <OutcomeStep
        outcome={previewed.reply.outcome}
        label="Save method"
        isSaving={saving.isPending}
        onConfirm={() => saving.mutate({ ...previewed.body, outcomeFingerprint: previewed.reply.outcomeFingerprint })}
        onBack={() => setPreviewed(undefined)}
      />
    );
  const { values, set } = form;
  const number = (field: 'workingDays' | 'smallestLetterMm' | 'longestText' | 'lines') => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 6,
    ...form.getInputProps(field),
  });
  const setPrice = (index: number, change: Partial<Values['prices'][number]>) =>
    set({ prices: values.prices.map((price, place) => (place === index ? { ...price, ...change } : price)) });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
          name,
          label: LABELS[name],
          mine: toText(mine),
          theirs: toText(theirs),
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof Values)}
        otherErrors={form.otherErrors}
      />
      <TextInput {...form.getInputProps('name')} label="Name" maxLength={60} autoComplete="off" />
      <div className={css.prices}>
        <span />
        <Text size="sm" fw={600}>
          Per piece
        </Text>
        <Text size="sm" fw={600}>
          Set-up
        </Text>
        {values.prices.map(({ currencyCode, price, setupPrice }, index) => (
          <Fragment key={currencyCode}>
            <span>{currencyCode}</span>
            <TextInput
              aria-label={`Price per piece in ${currencyCode}`}
              inputMode="decimal"
              autoComplete="off"
              name={index === 0 ? 'prices' : undefined}
              value={price}
              onChange={(event) => setPrice(index, { price: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Set-up in ${currencyCode}`}
              inputMode="decimal"
              autoComplete="off"
              value={setupPrice}
              onChange={(event) => setPrice(index, { setupPrice: event.currentTarget.value })}
            />
          </Fragment>
        ))}
      </div>
      {form.errors.prices ? (
        <Text c="red" size="sm" role="alert">
          {form.errors.prices}
        </Text>
      ) : (
        <Text size="sm" c="dimmed">
          Excluding tax. Leave a currency blank if the method can’t be ordered in it.
        </Text>
      )}
      <div className={css.pair}>
        <TextInput label="Working days" {...number('workingDays')} />
        <TextInput label="Smallest letter (mm)" {...number('smallestLetterMm')} />
        <TextInput label="Characters per line" {...number('longestText')} />
        <TextInput label="Lines" {...number('lines')} />
      </div>
      <Checkbox
        name="isActive"
        checked={values.isActive}
        error={form.getInputProps('isActive').error}
        onChange={(isActive) => set({ isActive })}
      >
        Can be ordered
      </Checkbox>
      <FormButtons isSaving={form.isSaving || saving.isPending} onCancel={onClose}>
        Continue
      </FormButtons>
    </StackedForm>
  );
}
