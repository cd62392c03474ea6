import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { NECESSITY_LABELS } from '#contract/catalogue/products/necessity.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { RichText } from '#web/ui/content/rich-text.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import { TAX_CLASS_LABELS } from '../tax/tax-classes.ts';
import { BACKORDER_LABELS, type KeptProduct, UNIT_LABELS } from './product-labels.ts';
import css from './products.module.css';
import type { ProductForm } from './use-product-form.ts';

interface Props {
  form: ProductForm;
  product: KeptProduct;
  isReadOnly: boolean;
}

const BACKORDERS = Object.entries(BACKORDER_LABELS).map(([value, label]) => ({ value, label }));
const UNITS = Object.entries(UNIT_LABELS).map(([value, label]) => ({ value, label }));

/** As many size guides as the server sends at once. */
const MAX_GUIDES = 250;

/** The texts of a product. */
export function ProductTexts({ form, product, isReadOnly }: Props) {
  const { getInputProps } = form;
  return (
    <Card title="Texts">
      <div className={css.fields}>
        <TextInput
          className={css.wide}
          label="Name"
          maxLength={200}
          readOnly={isReadOnly}
          autoComplete="off"
          {...getInputProps('name')}
        />
        <TextInput
          className={css.wide}
          label="SKU"
          description="Style number, unique in your catalogue. SKUs of variants are on their own page."
          maxLength={60}
          readOnly={isReadOnly}
          autoComplete="off"
          {...getInputProps('sku')}
        />
        <Textarea
          className={css.wide}
          label="Short description"
          description="One or two sentences, shown in lists."
          maxLength={500}
          autosize
          minRows={2}
          readOnly={isReadOnly}
          {...getInputProps('shortDescription')}
        />
        {isReadOnly ? (
          <div className={css.wide}>{product.fullDescription && <RichText html={product.fullDescription} />}</div>
        ) : (
          <Textarea
            className={css.wide}
            label="Full description"
            description="Leave a blank line between paragraphs, and start each list item with “- ”. You can also use HTML: tables, small headings and emphasis are kept."
            maxLength={20_000}
            autosize
            minRows={5}
            maxRows={16}
            {...getInputProps('fullDescription')}
          />
        )}
      </div>
    </Card>
  );
}

/** Where a product belongs: categories, specifications, size guide and codes. */
export function ProductClassification({ form, product, isReadOnly }: Props) {
  const { values, errors, set, getInputProps } = form;
  const { data: choices } = useQuery(operatorQuery('GET /api/operator/products/choices'));
  const categories = (choices?.categories ?? []).map(({ id, formattedName }) => ({
    id,
    name: formattedName.replaceAll(' >> ', ' › '),
  }));
  return (
    <Card title="Categories and specifications">
      <div className={css.fields}>
        <div className={css.wide}>
          <MultiChoice
            label="Categories"
            name="categoryIds"
            placeholder="No category"
            options={categories}
            chosen={values.categoryIds}
            onChange={(categoryIds) => set({ categoryIds: sorted(categoryIds) })}
            error={errors.categoryIds}
            disabled={isReadOnly}
          />
        </div>
        {(choices?.specifications ?? []).map(({ id, name, options }) => (
          <MultiChoice
            key={id}
            label={name}
            placeholder="None"
            options={options}
            chosen={values.optionIds}
            onChange={(optionIds) => set({ optionIds: sorted(optionIds) })}
            disabled={isReadOnly}
          />
        ))}
        <SizeGuideSelect form={form} product={product} isReadOnly={isReadOnly} />
        <TextInput
          label="UNSPSC"
          placeholder={product.categoryUnspsc ?? undefined}
          description={product.categoryUnspsc ? 'Leave blank to use the category’s.' : '8 digits. The category has none.'}
          inputMode="numeric"
          maxLength={8}
          readOnly={isReadOnly}
          autoComplete="off"
          {...getInputProps('unspsc')}
        />
        <NativeSelect
          label="Unit"
          description="The unit it is sold in."
          data={UNITS}
          rightSection={<DownIcon size={16} />}
          disabled={isReadOnly}
          {...getInputProps('unitOfMeasure')}
        />
      </div>
    </Card>
  );
}

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

function SizeGuideSelect({ form, product, isReadOnly }: Props) {
  const { data } = useQuery(operatorQuery('GET /api/operator/sizeguides', { query: { limit: MAX_GUIDES } }));
  const guides = (data?.sizeGuides ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const own = product.sizeGuideId === null ? [] : [{ value: String(product.sizeGuideId), label: product.sizeGuideName ?? '' }];
  return (
    <NativeSelect
      label="Size guide"
      description="Sizes are recommended from it."
      data={[
        { value: '', label: 'None' },
        ...own.filter(({ value }) => !guides.some((guide) => guide.value === value)),
        ...guides,
      ]}
      rightSection={<DownIcon size={16} />}
      disabled={isReadOnly}
      {...form.getInputProps('sizeGuideId')}
    />
  );
}

/** How a product is ordered: quantities, times, stock and tax. */
export function ProductOrdering({ form, isReadOnly }: Props) {
  const { values, set, getInputProps } = form;
  const number = (field: 'orderMinimumQuantity' | 'orderMaximumQuantity' | 'leadTimeDays' | 'wearLifeMonths') => ({
    inputMode: 'numeric' as const,
    maxLength: 6,
    autoComplete: 'off',
    readOnly: isReadOnly,
    ...getInputProps(field),
  });
  const box = (field: 'managesStock' | 'isMadeToOrder' | 'isMadeToMeasure' | 'isTaxExempt' | 'callForPrice', label: string) => (
    <Checkbox
      name={field}
      checked={values[field]}
      onChange={(checked) => set({ [field]: checked })}
      disabled={isReadOnly}
      error={form.errors[field]}
    >
      {label}
    </Checkbox>
  );
  return (
    <Card title="Ordering">
      <div className={css.fields}>
        <TextInput label="Minimum quantity" description="For each line of an order." {...number('orderMinimumQuantity')} />
        <TextInput label="Maximum quantity" description="For each line of an order." {...number('orderMaximumQuantity')} />
        <TextInput
          label="Allowed quantities"
          description="Such as 5, 10, 20. Leave blank for any."
          maxLength={500}
          autoComplete="off"
          readOnly={isReadOnly}
          {...getInputProps('allowedQuantities')}
        />
        <TextInput label="Lead time (days)" description="Leave blank if it is sent from stock." {...number('leadTimeDays')} />
        <TextInput label="Wear life (months)" description="Leave blank for no set time." {...number('wearLifeMonths')} />
        <NativeSelect
          label="Provided by the employer"
          description="Wearers never pay for it themselves."
          data={[{ value: '', label: 'No' }, ...Object.entries(NECESSITY_LABELS).map(([value, label]) => ({ value, label }))]}
          rightSection={<DownIcon size={16} />}
          disabled={isReadOnly}
          {...getInputProps('necessity')}
        />
        <NativeSelect
          label="Back orders"
          description="Orders beyond the stock."
          data={BACKORDERS}
          rightSection={<DownIcon size={16} />}
          disabled={isReadOnly}
          {...getInputProps('backorderModeId')}
        />
        <NativeSelect
          label="Tax class"
          description="It determines the tax rate in each country."
          data={Object.entries(TAX_CLASS_LABELS).map(([value, label]) => ({ value, label }))}
          rightSection={<DownIcon size={16} />}
          disabled={isReadOnly || values.isTaxExempt}
          {...getInputProps('taxClass')}
        />
        <div className={css.boxes}>
          {box('managesStock', 'Stock is counted')}
          {box('isMadeToOrder', 'Made to order: can only be returned if faulty')}
          {box('isMadeToMeasure', 'Made to measure: wearers can order it with their own measurements')}
          {box('callForPrice', 'Price on request: cannot be ordered in the portal')}
          {box('isTaxExempt', 'Exempt from tax, whatever its class')}
        </div>
      </div>
    </Card>
  );
}
