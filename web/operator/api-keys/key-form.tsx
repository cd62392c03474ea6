import { Text, TextInput } from '@mantine/core';
import { API_KEY_SCOPES, type ApiKeyScope } from '#contract/endpoint.ts';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { BrandChoice } from '../brand-choice.tsx';
import css from '../operator-forms.module.css';
import { operatorApi } from '../session/operator-api.ts';

interface KeyValues {
  name: string;
  scopes: ApiKeyScope[];
  brandIds: number[];
}

/** Creates an API key: its name, what it may do and for which brands. */
export function KeyForm({ onCreated, onCancel }: { onCreated: (secret: string) => void; onCancel: () => void }) {
  const form = useEntityForm<KeyValues, ReplyOf<'POST /api/operator/apikeys'>>({
    draftKey: 'api-key.new',
    saved: { name: '', scopes: [], brandIds: [] },
    validate: ({ name, scopes, brandIds }) => ({
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...(scopes.length === 0 && { scopes: 'Select at least one purpose' }),
      ...(brandIds.length === 0 && { brandIds: 'Select at least one brand' }),
    }),
    save: ({ values: { name, ...values } }) =>
      operatorApi('POST /api/operator/apikeys', { body: { name: name.trim(), ...values } }),
    onSaved: ({ secret }) => onCreated(secret),
  });
  const {
    values: { scopes, brandIds },
    errors,
    set,
  } = form;

  return (
    <StackedForm {...form.formProps} gap={18}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        label="Name"
        description="The system that will use the key, as you want to see it in the log."
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <fieldset>
        <Text component="legend" fw={600} pb={4}>
          Purposes
        </Text>
        <Text size="sm" c="dimmed">
          “write” includes “read”.
        </Text>
        <div className={css.scopes}>
          {API_KEY_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              name={scope}
              checked={scopes.includes(scope)}
              onChange={(checked) => set({ scopes: checked ? [...scopes, scope] : scopes.filter((other) => other !== scope) })}
            >
              {scope}
            </Checkbox>
          ))}
        </div>
        {errors.scopes && (
          <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
            {errors.scopes}
          </Text>
        )}
      </fieldset>
      <BrandChoice chosen={brandIds} onChange={(ids) => set({ brandIds: ids })} error={errors.brandIds} />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        Create API key
      </FormButtons>
    </StackedForm>
  );
}
