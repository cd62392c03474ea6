import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { MONEY_HELP } from '../payments/parse-money.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';

interface Props {
  /** The product to copy; a new one without. */
  copyOf?: { id: number; name: string };
  onCancel: () => void;
}

const isPrice = (text: string) => {
  const price = parseNumber(text);
  return price >= 0 && price <= 1_000_000 && isWholeMinorUnits(price);
};

/** Adds a draft, or a copy of a product, and opens it. */
export function AddProductForm({ copyOf, onCancel }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toKey = useIdempotencyKey();
  const form = useEntityForm<{ name: string; sku: string; price: string }, ReplyOf<'POST /api/operator/products'>>({
    draftKey: copyOf ? `product.copy.${copyOf.id}` : 'product.new',
    saved: { name: copyOf ? `${copyOf.name} (copy)`.slice(0, 200) : '', sku: '', price: '' },
    validate: ({ name, sku, price }) => ({
      ...(name.trim() === '' && { name: 'Enter a name' }),
      ...(sku.trim() === '' && { sku: 'Enter a SKU' }),
      ...(price.trim() !== '' && !isPrice(price) && { price: MONEY_HELP }),
    }),
    save: ({ values: { name, sku, price } }) => {
      const body = {
        name: name.trim(),
        sku: sku.trim(),
        ...(price.trim() !== '' && { price: parseNumber(price) }),
        ...(copyOf && { copyOfId: copyOf.id }),
      };
      return operatorApi('POST /api/operator/products', { body, headers: toKey(body) });
    },
    onSaved: async ({ product }) => {
      await invalidateOperatorCalls(client, 'GET /api/operator/products');
      showSuccess(`${product.name} has been added as a draft.`, { persistent: true });
      void navigate(operatorPaths.product(product.id));
    },
  });
  return (
    <StackedForm {...form.formProps} gap={18}>
      <FormNotices otherErrors={form.otherErrors} />
      <Text c="dimmed">
        {copyOf
          ? 'Texts, categories, specifications and quantities are copied. Pictures, variants and clients are not.'
          : 'It starts as a draft: no client sees it until you put it on sale.'}
      </Text>
      <TextInput label="Name" maxLength={200} autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label="SKU"
        description="Style number, unique in your catalogue."
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('sku')}
      />
      <TextInput
        label="Catalogue price"
        description="Excluding tax. Leave blank for a price on request."
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('price')}
      />
      <FormButtons isSaving={form.isSaving} onCancel={onCancel}>
        {copyOf ? 'Copy product' : 'Add product'}
      </FormButtons>
    </StackedForm>
  );
}
