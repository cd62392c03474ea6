import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { parseAmount } from '#web/catalogue/range/range-labels.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { OrganisationSelect } from '../organisation-select.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { findDayProblems, PriceDaysFields, type TypedDays, toDays } from './price-entry-fields.tsx';
import css from './prices.module.css';
import { type ProductPricesReply, useSavedProductPrices } from './use-saved-product-prices.ts';

interface Values extends TypedDays {
  quantity: string;
  price: string;
  organisationId: number;
  roleId: string;
}

const EMPTY: Values = { quantity: '', price: '', organisationId: 0, roleId: '0', startsOn: '', lastOn: '' };

function findProblems(values: Values, today: string): Partial<Record<keyof Values, string>> {
  const quantity = Number(values.quantity);
  const amount = parseAmount(values.price);
  return {
    ...findDayProblems(values, today),
    ...(!(Number.isInteger(quantity) && quantity >= 2 && quantity <= 1_000_000) && {
      quantity: 'Enter a whole number from 2 to 1,000,000.',
    }),
    ...((amount === undefined || amount > 1_000_000) && { price: 'Enter an amount, such as 12.50.' }),
  };
}

/** Adds a quantity tier to a product: for everyone, or for one client, one role and some days. */
export function TierForm({ prices }: { prices: ProductPricesReply['productPrices'] }) {
  const saved = useSavedProductPrices(prices.productId);
  const keyOf = useIdempotencyKey();
  const form = useEntityForm<Values, ProductPricesReply>({
    saved: EMPTY,
    validate: (values) => findProblems(values, prices.today),
    save: ({ values }) => {
      const body = {
        quantity: Number(values.quantity),
        price: parseAmount(values.price) ?? 0,
        ...(values.organisationId > 0 && { organisationId: values.organisationId }),
        ...(values.roleId !== '0' && { roleId: Number(values.roleId) }),
        ...toDays(values),
      };
      return operatorApi('POST /api/operator/products/:id/tiers', {
        ...{ params: { id: prices.productId }, body, headers: keyOf(body) },
      });
    },
    onSaved: (reply) => saved(reply, 'The quantity tier has been added.'),
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Text fw={600}>New quantity tier</Text>
      <div className={css.pair}>
        <TextInput
          label="From (pieces)"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          {...form.getInputProps('quantity')}
        />
        <TextInput label="Unit price" inputMode="decimal" autoComplete="off" maxLength={20} {...form.getInputProps('price')} />
        <div>
          <OrganisationSelect
            label="Client"
            none="All clients"
            value={form.values.organisationId}
            error={form.errors.organisationId}
            onChange={(organisationId) => form.set({ organisationId })}
          />
        </div>
        <NativeSelect
          label="Role"
          rightSection={<DownIcon size={16} />}
          data={[{ value: '0', label: 'Everyone' }, ...prices.roles.map(({ id, name }) => ({ value: String(id), label: name }))]}
          {...form.getInputProps('roleId')}
        />
      </div>
      <PriceDaysFields today={prices.today} getInputProps={form.getInputProps} />
      <ButtonRow>
        <Button type="submit" variant="default" loading={form.isSaving} disabled={!form.isDirty || form.isSaving}>
          Add tier
        </Button>
      </ButtonRow>
    </StackedForm>
  );
}
