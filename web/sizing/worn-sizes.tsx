import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { listBrandCategories, listSizingBrands, type ReferenceSize, SIZING_BRANDS } from '#body/brands.ts';
import { CloseIcon, DownIcon } from '#web/ui/content/icons.tsx';
import type { SizeFormValues } from './size-form-values.ts';
import css from './size-page.module.css';

interface Props {
  typed: SizeFormValues;
  onChange: (typed: SizeFormValues) => void;
}

const GENDERS = { male: 0, female: 1, either: 2 } as const;

/** Formats a size worn in another brand: "Uneek, men’s tops: L". */
function describeSize({ brandId, brandCategoryId, brandCategorySizeId }: ReferenceSize): string {
  const brand = SIZING_BRANDS.find(({ id }) => id === brandId);
  const category = brand?.categories.find(({ id }) => id === brandCategoryId);
  const size = category?.sizes.find(({ id }) => id === brandCategorySizeId);
  return `${brand?.name}, ${category?.name.toLowerCase()}: ${size?.name}`;
}

/** The sizes the person wears in other brands, from which the body is estimated. */
export function WornSizes({ typed, onChange }: Props) {
  const [brandId, setBrandId] = useState(0);
  const [categoryId, setCategoryId] = useState(0);
  const gender = GENDERS[typed.sex];
  const brand = listSizingBrands(gender).find(({ id }) => id === brandId);
  const categories = brand ? listBrandCategories(brand, gender) : [];
  const category = categories.length === 1 ? categories[0] : categories.find(({ id }) => id === categoryId);
  const list = (rows: readonly { id: number; name: string }[], first: string) => [
    { value: '0', label: first },
    ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const change = (worn: readonly ReferenceSize[]) => onChange({ ...typed, worn, confirmed: [] });

  function add(brandCategorySizeId: number) {
    if (!brand || !category || brandCategorySizeId === 0) return;
    // One size per brand and kind of garment.
    const others = typed.worn.filter((each) => each.brandCategoryId !== category.id);
    change([...others, { brandId: brand.id, brandCategoryId: category.id, brandCategorySizeId }].slice(-10));
    setBrandId(0);
    setCategoryId(0);
  }

  return (
    <Stack gap="sm">
      {typed.worn.length > 0 && (
        <ul className={css.wornList} aria-label="Sizes worn in other brands">
          {typed.worn.map((size) => (
            <li key={size.brandCategorySizeId}>
              <span>{describeSize(size)}</span>
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={`Remove ${describeSize(size)}`}
                onClick={() => change(typed.worn.filter((each) => each !== size))}
              >
                <CloseIcon size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NativeSelect
        label="What size do you wear in another brand?"
        rightSection={<DownIcon size={16} />}
        data={list(listSizingBrands(gender), 'Select a brand')}
        value={String(brand?.id ?? 0)}
        onChange={(event) => {
          setBrandId(Number(event.currentTarget.value));
          setCategoryId(0);
        }}
      />
      {brand && categories.length > 1 && (
        <NativeSelect
          label={`Which type of ${brand.name} garment?`}
          rightSection={<DownIcon size={16} />}
          data={list(categories, 'Select a type')}
          value={String(category?.id ?? 0)}
          onChange={(event) => setCategoryId(Number(event.currentTarget.value))}
        />
      )}
      {category && (
        <NativeSelect
          label={`Your size in ${brand?.name}, ${category.name.toLowerCase()}`}
          rightSection={<DownIcon size={16} />}
          data={list(category.sizes, 'Select a size')}
          value="0"
          onChange={(event) => add(Number(event.currentTarget.value))}
        />
      )}
    </Stack>
  );
}
