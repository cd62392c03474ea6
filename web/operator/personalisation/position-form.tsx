import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { parseNumber } from '#web/ui/forms/parse-number.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import css from './personalisation.module.css';
import { UnfittingTexts } from './unfitting-texts.tsx';
import {
  type DecoratedGarment,
  type DecorationReply,
  type Position,
  useReloadDecoration,
  useSavedDecoration,
} from './use-saved-decoration.ts';

type Side = Position['side'];
type Area = Pick<Position, 'side' | 'xCm' | 'yCm' | 'widthCm' | 'heightCm'>;

const getInitial = (position: Position | undefined, { widthCm, heightCm }: DecoratedGarment) => ({
  name: position?.name ?? '',
  place: position?.place ?? '',
  side: position?.side ?? ('front' as Side),
  xCm: String(position?.xCm ?? Math.round(widthCm / 2 - 4)),
  yCm: String(position?.yCm ?? Math.round(heightCm / 2 - 4)),
  widthCm: String(position?.widthCm ?? 8),
  heightCm: String(position?.heightCm ?? 8),
  letterMm: String(position?.letterMm ?? 10),
  measuredFrom: position?.measuredFrom ?? '',
});
type Values = ReturnType<typeof getInitial>;
type Measure = 'xCm' | 'yCm' | 'widthCm' | 'heightCm' | 'letterMm';

const LABELS: Readonly<Record<keyof Values, string>> = {
  name: 'Name',
  place: 'Place',
  side: 'Side',
  xCm: 'From the left (cm)',
  yCm: 'From the top (cm)',
  widthCm: 'Width (cm)',
  heightCm: 'Height (cm)',
  letterMm: 'Letter height (mm)',
  measuredFrom: 'For the decorator',
};

const toArea = (values: Values): Area => ({
  side: values.side,
  xCm: parseNumber(values.xCm),
  yCm: parseNumber(values.yCm),
  widthCm: parseNumber(values.widthCm),
  heightCm: parseNumber(values.heightCm),
});

const toFields = (values: Values) => ({
  ...toArea(values),
  name: values.name.trim(),
  letterMm: parseNumber(values.letterMm),
  measuredFrom: values.measuredFrom.trim(),
});

/** "Left chest" as a place: `left-chest`. */
const toPlace = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 41);

/** What is wrong with what was typed, by field; areas lie on the drawing. */
export function findPositionProblems(
  values: Values,
  garment: Pick<DecoratedGarment, 'widthCm' | 'heightCm'>,
): Partial<Record<keyof Values, string>> {
  const { xCm, yCm, widthCm, heightCm } = toArea(values);
  const isWithin = (value: number, least: number, most: number) => value >= least && value <= most;
  return {
    ...(values.name.trim() === '' && { name: 'Enter a name, such as Left chest' }),
    ...(values.name.trim() !== '' &&
      !/^[a-z][a-z-]{0,40}$/.test(values.place || toPlace(values.name)) && {
        place: 'Enter small letters and hyphens, such as left-chest',
      }),
    ...(!isWithin(xCm, 0, garment.widthCm) && { xCm: `Enter centimetres from 0 to ${garment.widthCm}` }),
    ...(!isWithin(yCm, 0, garment.heightCm) && { yCm: `Enter centimetres from 0 to ${garment.heightCm}` }),
    ...(!isWithin(widthCm, 1, 100)
      ? { widthCm: 'Enter a width from 1 to 100 cm' }
      : xCm + widthCm > garment.widthCm + 1e-6 && {
          widthCm: `The area must end on the drawing, which is ${garment.widthCm} cm wide`,
        }),
    ...(!isWithin(heightCm, 1, 100)
      ? { heightCm: 'Enter a height from 1 to 100 cm' }
      : yCm + heightCm > garment.heightCm + 1e-6 && {
          heightCm: `The area must end on the drawing, which is ${garment.heightCm} cm high`,
        }),
    ...(!isWithin(parseNumber(values.letterMm), 1, 100) && { letterMm: 'Enter a height from 1 to 100 mm' }),
  };
}

interface Props {
  garment: DecoratedGarment;
  /** Undefined: one is added. */
  position: Position | undefined;
  /** Receives the area as it is typed, for the drawing. */
  onTyped: (area: Area | undefined) => void;
  onClose: () => void;
}

/** Adds or changes a position of a type of garment. */
export function PositionForm({ garment, position, onTyped, onClose }: Props) {
  const keyOf = useIdempotencyKey();
  const saved = useSavedDecoration();
  const reload = useReloadDecoration();
  const form = useEntityForm<Values, DecorationReply>({
    saved: getInitial(position, garment),
    version: position?.version,
    validate: (values) => findPositionProblems(values, garment),
    save: ({ values, expectedVersion }) => {
      const fields = toFields(values);
      if (position)
        return operatorApi('PUT /api/operator/decoration/positions/:id', {
          params: { id: position.id },
          body: { ...fields, version: expectedVersion },
        });
      const body = { ...fields, garmentType: garment.garmentType, place: values.place || toPlace(values.name) };
      return operatorApi('POST /api/operator/decoration/positions', { body, headers: keyOf(body) });
    },
    reload: async () =>
      (await reload()).garments
        .find(({ garmentType }) => garmentType === garment.garmentType)
        ?.positions.find(({ id }) => id === position?.id)?.version,
    onSaved: (reply) => {
      saved(reply, 'The position has been saved.');
      onClose();
    },
    onUnchanged: onClose,
  });
  const { values } = form;
  const name = useRef<HTMLInputElement>(null);
  // The button that opened the form is no longer there.
  useEffect(() => name.current?.focus(), []);
  const area = JSON.stringify(toArea(values));
  useEffect(() => {
    const typed = JSON.parse(area) as Area;
    // While a number is incomplete, the area stays where it was.
    if (typed.widthCm > 0 && typed.heightCm > 0 && typed.xCm !== null && typed.yCm !== null) onTyped(typed);
  }, [area, onTyped]);
  const measure = (field: Measure) => ({
    label: LABELS[field],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 6,
    ...form.getInputProps(field),
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
          ...{ name, label: LABELS[name], mine: String(mine), theirs: String(theirs) },
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof Values)}
        otherErrors={form.otherErrors}
      />
      <TextInput {...form.getInputProps('name')} ref={name} label="Name" maxLength={60} autoComplete="off" />
      {!position && (
        <TextInput
          {...form.getInputProps('place')}
          label="Place"
          description="The same word on every type of garment, so that designs of clients find it. It can’t be changed later."
          placeholder={toPlace(values.name) || 'left-chest'}
          maxLength={41}
          autoComplete="off"
        />
      )}
      <NativeSelect
        label="Side"
        rightSection={<DownIcon size={16} />}
        data={[
          { value: 'front', label: 'Front' },
          { value: 'back', label: 'Back' },
        ]}
        {...form.getInputProps('side')}
      />
      <div className={css.pair}>
        {(['xCm', 'yCm', 'widthCm', 'heightCm', 'letterMm'] as const).map((field) => (
          <TextInput key={field} {...measure(field)} />
        ))}
      </div>
      <Textarea
        {...form.getInputProps('measuredFrom')}
        label="For the decorator (optional)"
        description="How to find the area, with measures from edge and seam."
        maxLength={200}
        autosize
        minRows={2}
      />
      {position && (
        <UnfittingTexts
          change={
            form.isDirty && Object.keys(findPositionProblems(values, garment)).length === 0
              ? JSON.stringify([position.id, toFields(values)])
              : undefined
          }
          load={() =>
            operatorApi('PUT /api/operator/decoration/positions/:id', {
              params: { id: position.id },
              body: { ...toFields(values), preview: true },
            })
          }
        />
      )}
      <FormButtons isSaving={form.isSaving} onCancel={onClose}>
        {position ? 'Save position' : 'Add position'}
      </FormButtons>
    </StackedForm>
  );
}
