import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import {
  AMOUNT_MODE_LABELS,
  AMOUNT_MODES,
  CUSTOM_VALUE_LABELS,
  CUSTOM_VALUES,
} from '#contract/integrations/punchout/connection-values.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import css from './punchout.module.css';
import { Section } from './section.tsx';
import { Select } from './select.tsx';
import { type Connection, toLines, useSection } from './use-section.ts';

export type Choices = ReplyOf<'GET /api/operator/punchout/organisations/:id/choices'>;

const UNITS = ['piece', 'pair', 'set', 'pack'] as const;
const UNIT_LABELS = { piece: 'Piece', pair: 'Pair', set: 'Set', pack: 'Pack' } as const;
const CODE_LABELS = {
  ...UNIT_LABELS,
  classifications: 'UNSPSC codes',
  materialGroups: 'Material groups',
  customFields: 'Custom fields',
  vendorNumber: 'Our number at the buyer',
};
const UNSPSC = /^\d{8}$/;
const UNSPSC_HELP = 'Enter a UNSPSC code with 8 digits, such as 53102700';
const CUSTOM_FIELDS = [1, 2, 3, 4, 5] as const;

/** Codes of units and products in the buyer's system. */
export function CodesSection({ connection, choices }: { connection: Connection; choices: Choices }) {
  const isOci = connection.protocol === 'oci';
  const form = useSection({
    connection,
    name: 'codes',
    saved: {
      piece: connection.units.piece ?? '',
      pair: connection.units.pair ?? '',
      set: connection.units.set ?? '',
      pack: connection.units.pack ?? '',
      classifications: connection.classifications.map(({ categoryId, code }) => ({ categoryId, code })),
      materialGroups: connection.materialGroups
        .map(({ classification, group }) => `${classification} ${group}`.trim())
        .join('\n'),
      customFields: CUSTOM_FIELDS.map(
        (field) => connection.customFields.find(({ number }) => number === field)?.value ?? '',
      ).join(),
      vendorNumber: connection.vendorNumber ?? '',
    },
    serverNames: { units: 'piece' },
    validate: ({ classifications }) =>
      classifications.some(({ code }) => !UNSPSC.test(code.trim()))
        ? { classifications: UNSPSC_HELP }
        : ({} as Record<string, string>),
    toBody: (values, changed) => ({
      ...(UNITS.some((unit) => changed.includes(unit)) && {
        units: {
          piece: values.piece.trim() || null,
          pair: values.pair.trim() || null,
          set: values.set.trim() || null,
          pack: values.pack.trim() || null,
        },
      }),
      ...(changed.includes('classifications') && {
        classifications: values.classifications.map(({ categoryId, code }) => ({ categoryId, code: code.trim() })),
      }),
      ...(changed.includes('materialGroups') && { materialGroups: toLines(values.materialGroups).map(toMaterialGroup) }),
      ...(changed.includes('customFields') && {
        customFields: values.customFields.split(',').flatMap((text, place) => {
          const value = CUSTOM_VALUES.find((each) => each === text);
          return value ? [{ number: place + 1, value }] : [];
        }),
      }),
      ...(changed.includes('vendorNumber') && { vendorNumber: values.vendorNumber.trim() || null }),
    }),
  });
  const { values, set } = form;
  const custom = values.customFields.split(',');
  return (
    <Section title="Units and product codes" form={form} labels={CODE_LABELS}>
      <Stack component="fieldset" gap={6}>
        <Text component="legend" fw={600} pb={4}>
          Units
        </Text>
        <Text size="sm" c="dimmed">
          The buyer’s code of each unit. Products with a unit that has none can’t be returned.
        </Text>
        <div className={css.units}>
          {UNITS.map((unit) => (
            <TextInput key={unit} label={UNIT_LABELS[unit]} maxLength={10} autoComplete="off" {...form.getInputProps(unit)} />
          ))}
        </div>
      </Stack>
      <Classifications
        value={values.classifications}
        error={form.errors.classifications}
        categories={choices.categories}
        onChange={(classifications) => set({ classifications })}
      />
      {isOci && (
        <>
          <Textarea
            label={`${CODE_LABELS.materialGroups} (optional)`}
            description="The beginning of UNSPSC codes and the buyer’s material group in each line: 5310 APPAREL. The longest that matches counts."
            autosize
            minRows={2}
            {...form.getInputProps('materialGroups')}
          />
          <Stack component="fieldset" gap={6}>
            <Text component="legend" fw={600} pb={4}>
              Custom fields
            </Text>
            <div className={css.units}>
              {CUSTOM_FIELDS.map((field) => (
                <Select
                  key={field}
                  label={`CUST_FIELD${field}`}
                  value={custom[field - 1]}
                  data={[
                    { value: '', label: 'Empty' },
                    ...CUSTOM_VALUES.map((value) => ({ value, label: CUSTOM_VALUE_LABELS[value] })),
                  ]}
                  onChange={(event) =>
                    set({
                      customFields: custom
                        .map((value, place) => (place === field - 1 ? event.currentTarget.value : value))
                        .join(),
                    })
                  }
                />
              ))}
            </div>
          </Stack>
          <TextInput label={`${CODE_LABELS.vendorNumber} (optional)`} maxLength={10} {...form.getInputProps('vendorNumber')} />
        </>
      )}
    </Section>
  );
}

function toMaterialGroup(line: string) {
  const [first = '', ...rest] = line.split(/\s+/);
  // A line without digits at its beginning is the group of everything.
  return rest.length === 0 ? { classification: '', group: first } : { classification: first, group: rest.join(' ') };
}

interface ClassificationsProps {
  value: readonly { categoryId: number; code: string }[];
  error: string | undefined;
  categories: Choices['categories'];
  onChange: (value: { categoryId: number; code: string }[]) => void;
}

function Classifications({ value, error, categories, onChange }: ClassificationsProps) {
  const unused = categories.filter(({ id }) => !value.some(({ categoryId }) => categoryId === id));
  const change = (place: number, change: Partial<{ categoryId: number; code: string }>) =>
    onChange(value.map((each, at) => (at === place ? { ...each, ...change } : each)));
  return (
    <Stack component="fieldset" gap={6}>
      <Text component="legend" fw={600} pb={4}>
        UNSPSC codes of categories (optional)
      </Text>
      <Text size="sm" c="dimmed">
        In place of the products’ own codes. The nearest category counts.
      </Text>
      {value.map(({ categoryId, code }, place) => (
        <div key={categoryId} className={css.codeRow}>
          <Select
            aria-label="Category"
            value={String(categoryId)}
            data={[...categories.filter(({ id }) => id === categoryId), ...unused].map(({ id, name }) => ({
              value: String(id),
              label: name,
            }))}
            onChange={(event) => change(place, { categoryId: Number(event.currentTarget.value) })}
          />
          <TextInput
            aria-label={`UNSPSC code of ${categories.find(({ id }) => id === categoryId)?.name ?? 'the category'}`}
            name={place === 0 ? 'classifications' : undefined}
            inputMode="numeric"
            maxLength={8}
            value={code}
            error={error !== undefined && !UNSPSC.test(code.trim())}
            onChange={(event) => change(place, { code: event.currentTarget.value })}
          />
          <RowButton
            aria-label={`Remove ${categories.find(({ id }) => id === categoryId)?.name ?? 'the category'}`}
            onClick={() => onChange(value.filter((_, at) => at !== place))}
          >
            Remove
          </RowButton>
        </div>
      ))}
      {error && (
        <Text size="sm" c="red.8" role="alert">
          {error}
        </Text>
      )}
      {unused[0] && (
        <Group>
          <Button
            variant="default"
            size="compact-md"
            onClick={() => onChange([...value, { categoryId: unused[0]?.id ?? 0, code: '' }])}
          >
            Add category
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const AMOUNT_LABELS = {
  currencyCode: 'Currency',
  taxMode: 'Tax',
  deliveryMode: 'Delivery',
  sku: 'Part number of charges',
  classification: 'UNSPSC code of charges',
  unit: 'Unit of charges',
  priceDays: 'Days for which an order costs what its cart did',
};

/** Currency, tax, delivery and charges of returned carts. */
export function AmountsSection({ connection }: { connection: Connection }) {
  const isOci = connection.protocol === 'oci';
  const modes = AMOUNT_MODES.filter((mode) => !isOci || mode !== 'header').map((value) => ({
    value,
    label: AMOUNT_MODE_LABELS[value],
  }));
  const form = useSection({
    connection,
    name: 'amounts',
    saved: {
      currencyCode: connection.currencyCode,
      taxMode: connection.taxMode,
      deliveryMode: connection.deliveryMode,
      sku: connection.charge?.sku ?? '',
      classification: connection.charge?.classification ?? '',
      unit: connection.charge?.unit ?? '',
      priceDays: String(connection.priceDays),
    },
    serverNames: { charge: 'sku' },
    validate: ({ sku, classification, unit, priceDays }) => {
      const charge = [sku, classification, unit].map((text) => text.trim());
      const isPartial = charge.some((text) => text === '') && charge.some((text) => text !== '');
      return {
        ...(isPartial && { sku: 'Enter part number, UNSPSC code and unit, or none of them' }),
        ...(classification.trim() !== '' && !UNSPSC.test(classification.trim()) && { classification: UNSPSC_HELP }),
        ...(!(/^\d{1,3}$/.test(priceDays.trim()) && Number(priceDays) <= 365) && {
          priceDays: 'Enter a whole number of days from 0 to 365',
        }),
      };
    },
    toBody: ({ currencyCode, taxMode, deliveryMode, sku, classification, unit, priceDays }) => ({
      currencyCode: currencyCode.trim().toUpperCase(),
      taxMode,
      deliveryMode,
      charge: sku.trim() === '' ? null : { sku: sku.trim(), classification: classification.trim(), unit: unit.trim() },
      priceDays: Number(priceDays),
    }),
  });
  return (
    <Section title="Prices, tax and delivery" form={form} labels={AMOUNT_LABELS}>
      <TextInput label={AMOUNT_LABELS.currencyCode} maxLength={3} {...form.getInputProps('currencyCode')} />
      <Select label={AMOUNT_LABELS.taxMode} data={modes} {...form.getInputProps('taxMode')} />
      <Select label={AMOUNT_LABELS.deliveryMode} data={modes} {...form.getInputProps('deliveryMode')} />
      <Stack component="fieldset" gap={6}>
        <Text component="legend" fw={600} pb={4}>
          Line for charges (optional)
        </Text>
        <Text size="sm" c="dimmed">
          Set-up charges, and delivery and tax where they are lines. Without it, carts with such charges can’t be returned.
        </Text>
        <div className={css.units}>
          <TextInput label="Part number" maxLength={50} {...form.getInputProps('sku')} />
          <TextInput label="UNSPSC code" inputMode="numeric" maxLength={8} {...form.getInputProps('classification')} />
          <TextInput label="Unit" maxLength={10} {...form.getInputProps('unit')} />
        </div>
      </Stack>
      <TextInput
        label={AMOUNT_LABELS.priceDays}
        description="After that, its prices are compared with those of the day."
        inputMode="numeric"
        maxLength={3}
        {...form.getInputProps('priceDays')}
      />
    </Section>
  );
}
