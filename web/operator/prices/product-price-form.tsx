import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { parseAmount } from '#web/catalogue/range/range-labels.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { formatDay } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { findDayProblems, PriceDaysFields, PriceReturns, type TypedDays, toDays } from './price-entry-fields.tsx';
import css from './prices.module.css';
import { type ProductPricesReply, useSavedProductPrices } from './use-saved-product-prices.ts';

interface Values extends TypedDays {
  combinationId: string;
  price: string;
}

const EMPTY: Values = { combinationId: '0', price: '', startsOn: '', lastOn: '' };

function findProblems(values: Values, today: string): Partial<Record<keyof Values, string>> {
  const days = findDayProblems(values, today);
  if (values.price.trim() === '' && values.combinationId !== '0') return days;
  const amount = parseAmount(values.price);
  return amount === undefined || amount > 1_000_000 ? { ...days, price: 'Enter an amount, such as 12.50.' } : days;
}

/** Sets a catalogue price, of the product or of one of its combinations, from and until a day. */
export function ProductPriceForm({ prices }: { prices: ProductPricesReply['productPrices'] }) {
  const saved = useSavedProductPrices(prices.productId);
  const keyOf = useIdempotencyKey();
  const form = useEntityForm<Values, { reply: ReplyOf<'POST /api/operator/products/:id/prices'>; message: string }>({
    saved: EMPTY,
    validate: (values) => findProblems(values, prices.today),
    save: async ({ values }) => {
      const body = {
        price: values.price.trim() === '' ? null : (parseAmount(values.price) ?? 0),
        ...(values.combinationId !== '0' && { combinationId: Number(values.combinationId) }),
        ...toDays(values),
      };
      return {
        reply: await operatorApi('POST /api/operator/products/:id/prices', {
          ...{ params: { id: prices.productId }, body, headers: keyOf(body) },
        }),
        message:
          values.startsOn === '' || values.startsOn === prices.today
            ? 'The price has been changed.'
            : `The price will change on ${formatDay(values.startsOn)}.`,
      };
    },
    onSaved: ({ reply, message }) => saved(reply, message, reply.priceChangeId),
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Text fw={600}>New price</Text>
      <div className={css.pair}>
        <NativeSelect
          label="For"
          rightSection={<DownIcon size={16} />}
          data={[
            { value: '0', label: 'All sizes and colours' },
            ...prices.combinations
              .filter(({ description }) => description !== '')
              .map(({ id, description }) => ({ value: String(id), label: description })),
          ]}
          {...form.getInputProps('combinationId')}
        />
        <TextInput
          label={`Price (${prices.currencyCode})`}
          description={form.values.combinationId === '0' ? 'Excluding tax.' : 'Leave blank to use the product’s price.'}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          {...form.getInputProps('price')}
        />
      </div>
      <PriceDaysFields today={prices.today} getInputProps={form.getInputProps} />
      {form.values.lastOn !== '' && <PriceReturns />}
      <ButtonRow>
        <Button type="submit" loading={form.isSaving} disabled={!form.isDirty || form.isSaving}>
          Set price
        </Button>
      </ButtonRow>
    </StackedForm>
  );
}
