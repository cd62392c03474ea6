import { Stack, TextInput } from '@mantine/core';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import list from '#web/ui/lists/list.module.css';
import css from './range.module.css';
import { formatCataloguePrice, type RangeProduct, SUPPLIER_SETS_PRICES } from './range-labels.ts';
import { type RangeProductFormValues, rangeProductLabels, typeRangeText } from './range-product-form.ts';
import { type RestrictionOptions, restrictionLabels, restrictionNames } from './use-restriction-options.ts';

interface Props {
  product: RangeProduct;
  values: RangeProductFormValues;
  errors: FieldErrors;
  parts: RestrictionOptions;
  currencyCode: string;
  canSetPrices: boolean;
  set: (change: Partial<RangeProductFormValues>) => void;
}

/** The fields of one product of the range. */
export function RangeProductFields(props: Props) {
  const { values, errors, parts, set } = props;
  return (
    <>
      <NamesAndPrices {...props} />
      <Stack gap={2}>
        <Checkbox name="published" checked={values.published} onChange={(published) => set({ published })}>
          Published: people can find and order it
        </Checkbox>
        <Checkbox name="featured" checked={values.featured} onChange={(featured) => set({ featured })}>
          Feature on the home page
        </Checkbox>
      </Stack>
      <p className={list.quiet}>
        Who can see it. Leave empty for everyone. Business areas, job roles and wardrobes restrict wearers only, who still see
        what is in their own wardrobe; roles apply to everyone.
      </p>
      {restrictionNames.map((name) => (
        <MultiChoice
          key={name}
          name={name}
          label={restrictionLabels[name]}
          placeholder="Everyone"
          options={parts[name]}
          chosen={values[name]}
          error={errors[name]}
          onChange={(ids) => set({ [name]: ids.toSorted((a, b) => a - b) })}
        />
      ))}
    </>
  );
}

function NamesAndPrices({ product, values, errors, currencyCode, canSetPrices, set }: Props) {
  const catalogue = formatCataloguePrice(product.cataloguePrice, product.cataloguePriceHighest, currencyCode);
  const text = (name: 'name' | 'organisationSku' | 'overriddenPrice' | 'pricePercent') => ({
    name,
    label: rangeProductLabels[name],
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set(typeRangeText(name, event.currentTarget.value)),
  });
  const price = { readOnly: !canSetPrices, variant: canSetPrices ? 'default' : 'filled' };
  return (
    <>
      <div className={css.pair}>
        <TextInput {...text('name')} description={`Leave blank to use “${product.productName}”.`} maxLength={200} />
        <TextInput
          {...text('organisationSku')}
          description={product.sku ? `Leave blank to use ${product.sku}.` : 'Leave blank for none.'}
          maxLength={60}
        />
      </div>
      <div className={css.pair}>
        <TextInput
          {...text('overriddenPrice')}
          {...price}
          description={`${canSetPrices ? 'For all sizes' : 'Set by your supplier'}, excl. tax. Catalogue: ${catalogue}.`}
          inputMode="decimal"
          maxLength={12}
        />
        <TextInput
          {...text('pricePercent')}
          {...price}
          description={canSetPrices ? 'Instead of an own price. E.g. 7.5 or -10.' : SUPPLIER_SETS_PRICES}
          maxLength={8}
        />
      </div>
      {canSetPrices && product.cataloguePriceHighest !== null && values.overriddenPrice.trim() !== '' && (
        <Notice tone="warning">In the catalogue, the price depends on the size. An own price applies to all sizes.</Notice>
      )}
    </>
  );
}
