import { Input, TextInput } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import css from './personalisation.module.css';
import { type Colour, type DecorationReply, useReloadDecoration, useSavedDecoration } from './use-saved-decoration.ts';

const getInitial = (colour: Colour | undefined) => ({
  name: colour?.name ?? '',
  number: colour?.number ?? '',
  rgb: colour?.rgb ?? '#1f2a44',
  isActive: colour?.isActive ?? true,
});
type Values = ReturnType<typeof getInitial>;

const LABELS: Readonly<Record<keyof Values, string>> = {
  name: 'Name',
  number: 'Manufacturer’s number',
  rgb: 'On screen',
  isActive: 'Offered',
};

const findProblems = ({ name, number, rgb }: Values) => ({
  ...(name.trim() === '' && { name: 'Enter a name' }),
  ...(number.trim() === '' && { number: 'Enter the number of the thread, such as Isacord 0015' }),
  ...(!/^#[0-9a-f]{6}$/i.test(rgb) && { rgb: 'Enter a colour such as #1f2a44' }),
});

/** Adds or changes a colour of threads and inks. */
export function ColourForm({ colour, onClose }: { colour: Colour | undefined; onClose: () => void }) {
  const keyOf = useIdempotencyKey();
  const saved = useSavedDecoration();
  const reload = useReloadDecoration();
  const form = useEntityForm<Values, DecorationReply>({
    saved: getInitial(colour),
    version: colour?.version,
    validate: findProblems,
    save: ({ values: { isActive, ...fields }, expectedVersion }) =>
      colour
        ? operatorApi('PUT /api/operator/decoration/colours/:id', {
            params: { id: colour.id },
            body: { ...fields, isActive, version: expectedVersion },
          })
        : operatorApi('POST /api/operator/decoration/colours', { body: fields, headers: keyOf(fields) }),
    reload: async () => (await reload()).colours.find(({ id }) => id === colour?.id)?.version,
    onSaved: (reply) => {
      saved(reply, 'The colour has been saved.');
      onClose();
    },
    onUnchanged: onClose,
  });
  const { values, set } = form;
  return (
    <StackedForm {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
          ...{ name, label: LABELS[name], mine: String(mine), theirs: String(theirs) },
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof Values)}
        otherErrors={form.otherErrors}
      />
      <TextInput {...form.getInputProps('name')} label="Name" maxLength={60} autoComplete="off" />
      <TextInput
        {...form.getInputProps('number')}
        label="Manufacturer’s number"
        description="Work orders name it."
        maxLength={30}
        autoComplete="off"
      />
      <Input.Wrapper label="On screen" labelElement="div" error={form.getInputProps('rgb').error}>
        <div className={css.inline}>
          <input
            type="color"
            aria-label="Choose the colour on screen"
            className={css.colour}
            value={/^#[0-9a-f]{6}$/i.test(values.rgb) ? values.rgb.toLowerCase() : '#000000'}
            onChange={(event) => set({ rgb: event.currentTarget.value })}
          />
          <TextInput
            {...form.getInputProps('rgb')}
            error={form.getInputProps('rgb').error !== undefined}
            aria-label="Colour on screen"
            maxLength={7}
            autoComplete="off"
          />
        </div>
      </Input.Wrapper>
      {colour && (
        <Checkbox name="isActive" checked={values.isActive} onChange={(isActive) => set({ isActive })}>
          Offered
        </Checkbox>
      )}
      <FormButtons isSaving={form.isSaving} onCancel={onClose}>
        {colour ? 'Save colour' : 'Add colour'}
      </FormButtons>
    </StackedForm>
  );
}
