import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { CARE_LABELS } from '#contract/catalogue/products/care-labels.ts';
import { MAX_MARKS } from '#contract/catalogue/products/product-limits.ts';
import { DownIcon, PlusIcon, TrashIcon } from '#web/ui/content/icons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './products.module.css';
import type { ProductForm } from './use-product-form.ts';

/** Standards that are offered while one is typed; any other can be typed. */
const STANDARDS = [
  'EN ISO 20471',
  'EN 343',
  'EN 342',
  'EN 14058',
  'EN ISO 13688',
  'EN ISO 11612',
  'EN ISO 11611',
  'EN 1149-5',
  'EN 13034',
  'EN 61482-2',
  'EN 14404',
  'EN ISO 15797',
  'EN ISO 20345',
  'EN ISO 20347',
  'EN 388',
  'EN 407',
  'EN 511',
  'EN ISO 374-5',
  'EN 812',
  'EN 397',
  'RIS-3279-TOM',
];

const optionsOf = (kind: keyof typeof CARE_LABELS) => [
  { value: '', label: 'Not stated' },
  ...Object.entries(CARE_LABELS[kind]).map(([value, label]) => ({ value, label })),
];

interface Props {
  form: ProductForm;
  isReadOnly: boolean;
}

/** To which standards a product is certified, and how it is cared for. */
export function ProductMarksAndCare({ form, isReadOnly }: Props) {
  const select = (field: 'careWash' | 'careBleach' | 'careDry' | 'careIron' | 'careDryClean') => ({
    rightSection: <DownIcon size={16} />,
    disabled: isReadOnly,
    ...form.getInputProps(field),
  });
  return (
    <>
      <Card title="Certification marks">
        <Marks form={form} isReadOnly={isReadOnly} />
      </Card>
      <Card title="Care">
        <div className={css.fields}>
          <NativeSelect label="Washing" data={optionsOf('wash')} {...select('careWash')} />
          <NativeSelect label="Bleaching" data={optionsOf('bleach')} {...select('careBleach')} />
          <NativeSelect label="Drying" data={optionsOf('dry')} {...select('careDry')} />
          <NativeSelect label="Ironing" data={optionsOf('iron')} {...select('careIron')} />
          <NativeSelect label="Dry cleaning" data={optionsOf('dryClean')} {...select('careDryClean')} />
          <TextInput
            className={css.wide}
            label="Note"
            description="What else wearers should know, such as “Wash inside out.”"
            maxLength={500}
            readOnly={isReadOnly}
            autoComplete="off"
            {...form.getInputProps('careNote')}
          />
        </div>
      </Card>
    </>
  );
}

function Marks({ form, isReadOnly }: Props) {
  const listId = useId();
  const { marks } = form.values;
  const set = (index: number, change: Partial<(typeof marks)[number]>) =>
    form.set({ marks: marks.map((mark, place) => (place === index ? { ...mark, ...change } : mark)) });
  const nameOf = (index: number) => marks[index]?.standard || `mark ${index + 1}`;
  return (
    <div className={css.marks}>
      {marks.length === 0 && <Text c="dimmed">None. Customers see marks at the top of the product’s page.</Text>}
      {marks.map(({ standard, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no other name while it is typed
        <div key={index} className={css.mark}>
          <TextInput
            aria-label={`Standard ${index + 1}`}
            placeholder="EN ISO 20471"
            list={listId}
            maxLength={60}
            readOnly={isReadOnly}
            autoComplete="off"
            value={standard}
            onChange={(event) => set(index, { standard: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Class of ${nameOf(index)}`}
            placeholder="Class 2"
            maxLength={100}
            readOnly={isReadOnly}
            autoComplete="off"
            value={detail}
            onChange={(event) => set(index, { detail: event.currentTarget.value })}
          />
          {!isReadOnly && (
            <button
              type="button"
              className={css.iconButton}
              aria-label={`Remove ${nameOf(index)}`}
              onClick={() => form.set({ marks: marks.filter((_, place) => place !== index) })}
            >
              <TrashIcon size={18} />
            </button>
          )}
        </div>
      ))}
      <datalist id={listId}>
        {STANDARDS.map((standard) => (
          <option key={standard} value={standard} />
        ))}
      </datalist>
      {form.errors.marks && (
        <Text c="red" size="sm" role="alert">
          {form.errors.marks}
        </Text>
      )}
      {!isReadOnly && marks.length < MAX_MARKS && (
        <div>
          <Button
            variant="default"
            leftSection={<PlusIcon size={16} />}
            onClick={() => form.set({ marks: [...marks, { standard: '', detail: '' }] })}
          >
            Add mark
          </Button>
        </div>
      )}
    </div>
  );
}
