import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { BrandChoice } from '../brand-choice.tsx';
import css from '../operator-forms.module.css';
import { operatorApi } from '../session/operator-api.ts';
import type { TeamMember } from './team-member.ts';

interface Props {
  /** The operator to change; a new one is added without. */
  member?: TeamMember;
  onSaved: (message: string) => void;
  onCancel: () => void;
}

/** Adds an operator, or changes name, brands and access of one. */
export function OperatorForm({ member, onSaved, onCancel }: Props) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState(member?.name ?? '');
  const [brandIds, setBrandIds] = useState<number[]>(member?.brands.map(({ id }) => id) ?? []);
  const [disabled, setDisabled] = useState(member?.disabled ?? false);
  const [isSubmitted, setSubmitted] = useState(false);
  const saving = useMutation({
    mutationFn: async () => {
      if (member)
        await operatorApi('PUT /api/operator/operators/:id', {
          params: { id: member.id },
          body: { name: name.trim(), brandIds, disabled },
        });
      else await operatorApi('POST /api/operator/operators', { body: { email: email.trim(), name: name.trim(), brandIds } });
    },
    onSuccess: () =>
      onSaved(member ? `${name.trim()} has been changed.` : `A link for setting a password has been sent to ${email.trim()}.`),
    onError: (error) => showError(error),
  });
  const problems = {
    email: !member && email.trim() === '' ? 'Email is required' : undefined,
    name: name.trim() === '' ? 'Name is required' : undefined,
    brands: brandIds.length === 0 ? 'Select at least one brand' : undefined,
  };
  const emailProblem = saving.error instanceof ApiError ? saving.error.field('email') : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (Object.values(problems).every((problem) => problem === undefined)) saving.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className={css.form}>
      {member ? (
        <p>{member.email}</p>
      ) : (
        <TextInput
          label="Email"
          name="email"
          type="email"
          maxLength={254}
          autoCapitalize="none"
          value={email}
          error={isSubmitted ? (problems.email ?? emailProblem) : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      <TextInput
        label="Name"
        name="name"
        maxLength={200}
        value={name}
        error={isSubmitted ? problems.name : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <BrandChoice
        chosen={brandIds}
        onChange={setBrandIds}
        error={isSubmitted ? problems.brands : undefined}
        disabled={member?.isCaller === true}
      />
      {member && !member.isCaller && (
        <Checkbox name="disabled" checked={disabled} onChange={setDisabled}>
          Disabled: cannot log in
        </Checkbox>
      )}
      <div className={css.buttons}>
        <Button type="submit" loading={saving.isPending}>
          {member ? 'Save' : 'Add operator'}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
