import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { API_KEY_SCOPES, type ApiKeyScope } from '#contract/endpoint.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { BrandChoice } from '../brand-choice.tsx';
import css from '../operator-forms.module.css';
import { operatorApi } from '../session/operator-api.ts';

/** Creates an API key: its name, what it may do and for which brands. */
export function KeyForm({ onCreated, onCancel }: { onCreated: (secret: string) => void; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ApiKeyScope[]>([]);
  const [brandIds, setBrandIds] = useState<number[]>([]);
  const [isSubmitted, setSubmitted] = useState(false);
  const creation = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/apikeys', { body: { name: name.trim(), scopes, brandIds } }),
    onSuccess: ({ secret }) => onCreated(secret),
    onError: (error) => showError(error),
  });
  const problems = {
    name: name.trim() === '' ? 'Name is required' : undefined,
    scopes: scopes.length === 0 ? 'Select at least one purpose' : undefined,
    brands: brandIds.length === 0 ? 'Select at least one brand' : undefined,
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (Object.values(problems).every((problem) => problem === undefined)) creation.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className={css.form}>
      <TextInput
        label="Name"
        description="The system that will use the key, as you want to see it in the log."
        name="name"
        maxLength={200}
        value={name}
        error={isSubmitted ? problems.name : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={css.group}>
        <legend>Purposes</legend>
        <p className={css.hint}>“write” includes “read”.</p>
        <div className={css.scopes}>
          {API_KEY_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              name={scope}
              checked={scopes.includes(scope)}
              onChange={(checked) => setScopes(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))}
            >
              {scope}
            </Checkbox>
          ))}
        </div>
        {isSubmitted && problems.scopes && (
          <p className={css.error} role="alert">
            {problems.scopes}
          </p>
        )}
      </fieldset>
      <BrandChoice chosen={brandIds} onChange={setBrandIds} error={isSubmitted ? problems.brands : undefined} />
      <div className={css.buttons}>
        <Button type="submit" loading={creation.isPending}>
          Create API key
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
