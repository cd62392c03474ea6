import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import {
  addDays,
  createRegistrationLinkDraft,
  type RegistrationLinkChoices,
  type RegistrationLinkDraft,
  type RegistrationLinkErrors,
  toRegistrationLinkBody,
  toRegistrationLinkErrors,
  validateRegistrationLink,
} from './registration-link-fields.ts';
import css from './registration-link-form.module.css';

/** Dialog for creating a registration link. The input is kept as a draft until the link is created or cancelled. */
export function NewRegistrationLink({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/registrationlinks/choices'),
    enabled: opened,
    staleTime: 60_000,
  });
  const profile = useProfile();
  const [draft, setDraft] = useDraft<RegistrationLinkDraft>(`registration-link.${profile?.id}`);
  function finish() {
    setDraft(undefined);
    onClose();
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="New registration link"
      closeLabel="Close without creating a link"
      width={640}
    >
      {data ? (
        <LinkForm
          choices={data}
          draft={{ ...createRegistrationLinkDraft(data, new Date()), ...draft }}
          onChange={setDraft}
          onFinish={finish}
        />
      ) : error ? (
        <ErrorState title="The choices could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <SkeletonText lines={6} />
        </Loading>
      )}
    </Dialog>
  );
}

const types = [
  {
    value: 2,
    name: 'Confirm by email',
    description: 'People can log in once they have confirmed their email address and created a password.',
  },
  { value: 3, name: 'You approve', description: 'People wait in your list until an administrator approves them.' },
] as const;

interface FormProps {
  choices: RegistrationLinkChoices;
  draft: RegistrationLinkDraft;
  onChange: (draft: RegistrationLinkDraft) => void;
  /** Called when the link is created or cancelled. */
  onFinish: () => void;
}

function LinkForm({ choices, draft, onChange, onFinish }: FormProps) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const today = new Date();
  const [errors, setErrors] = useState<RegistrationLinkErrors>({});
  const change = (part: Partial<RegistrationLinkDraft>) => {
    onChange({ ...draft, ...part });
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !(field in part))));
  };
  const showFieldErrors = (fieldErrors: RegistrationLinkErrors) => {
    setErrors(fieldErrors);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${Object.keys(fieldErrors)[0]}"]`)?.focus());
  };
  const create = useMutation({
    mutationFn: () => api('POST /api/registrationlinks', { body: { registrationLink: toRegistrationLinkBody(draft) } }),
    onSuccess: ({ registrationLink }) => {
      showSuccess(`Link “${registrationLink.name}” created. You can copy it below.`);
      onFinish();
      return invalidateCalls(client, 'GET /api/registrationlinks');
    },
    onError: (error) => {
      showError(error);
      if (error instanceof ApiError) showFieldErrors(toRegistrationLinkErrors(error.errors));
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const missing = validateRegistrationLink(draft, choices);
    if (Object.keys(missing).length > 0) showFieldErrors(missing);
    else create.mutate();
  }

  return (
    <form ref={form} noValidate className={css.form} onSubmit={submit}>
      <TextInput
        label="Name"
        description="Only administrators see it."
        name="name"
        maxLength={100}
        autoFocus
        data-autofocus
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <fieldset className={css.set}>
        <legend>Approval</legend>
        <div className={css.types}>
          {types.map(({ value, name, description }) => (
            <label key={value} className={css.type} data-chosen={draft.registrationType === value || undefined}>
              <input
                type="radio"
                name="registrationType"
                checked={draft.registrationType === value}
                onChange={() => change({ registrationType: value })}
              />
              <span>
                <strong>{name}</strong>
                <span>{description}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={css.pair}>
        {choices.organisationGroups.length > 0 && (
          <NativeSelect
            label="Group"
            name="groupId"
            rightSection={<DownIcon size={16} />}
            value={String(draft.groupId)}
            error={errors.groupId}
            data={[
              ...(choices.organisationGroupRequired ? [] : [{ value: '0', label: 'No group' }]),
              ...choices.organisationGroups.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) => change({ groupId: Number(event.currentTarget.value) })}
          />
        )}
        <TextInput
          type="date"
          label="Expires at the end of"
          name="expiresOn"
          value={draft.expiresOn}
          error={errors.expiresOn}
          min={addDays(today, 0)}
          max={addDays(today, 366)}
          onChange={(event) => change({ expiresOn: event.currentTarget.value })}
        />
      </div>
      <MultiChoice
        label="Roles"
        placeholder="No role"
        name="roleIds"
        options={choices.roles}
        chosen={draft.roleIds}
        error={errors.roleIds}
        onChange={(roleIds) => change({ roleIds })}
      />
      <fieldset className={css.set}>
        <legend>Other details to ask for</legend>
        <div className={css.requestedFields}>
          <FieldToggle
            label="Employee number"
            checked={draft.employeeNumber}
            onChange={(employeeNumber) => change({ employeeNumber })}
          />
          <FieldToggle label="PO number" checked={draft.poNumber} onChange={(poNumber) => change({ poNumber })} />
          <FieldToggle label="Gender" checked={draft.gender} onChange={(gender) => change({ gender })} />
          <FieldToggle label="Destination and departments" checked={draft.resort} onChange={(resort) => change({ resort })}>
            <OfferedOptions
              what="destinations"
              options={choices.resorts}
              chosen={draft.resortIds}
              onChange={(resortIds) => change({ resortIds })}
            />
          </FieldToggle>
          <FieldToggle label="Business area" checked={draft.businessArea} onChange={(businessArea) => change({ businessArea })}>
            <OfferedOptions
              what="business areas"
              options={choices.businessAreas}
              chosen={draft.businessAreaIds}
              onChange={(businessAreaIds) => change({ businessAreaIds })}
            />
          </FieldToggle>
          <FieldToggle label="Wardrobe" checked={draft.collection} onChange={(collection) => change({ collection })}>
            <OfferedOptions
              what="wardrobes"
              options={choices.collections}
              chosen={draft.collectionIds}
              onChange={(collectionIds) => change({ collectionIds })}
            />
          </FieldToggle>
        </div>
      </fieldset>
      <div className={css.actions}>
        <Button type="submit" loading={create.isPending} disabled={create.isPending}>
          Create link
        </Button>
        <Button variant="default" disabled={create.isPending} onClick={onFinish}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface FieldToggleProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
}

const FieldToggle = ({ label, checked, onChange, children }: FieldToggleProps) => (
  <div>
    <label className={css.box}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
    {checked && children && <div className={css.options}>{children}</div>}
  </div>
);

interface OfferedOptionsProps {
  what: string;
  options: RegistrationLinkChoices['resorts'];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

/** Which options applicants can choose from; none selected means all, including those added later. */
const OfferedOptions = ({ what, ...field }: OfferedOptionsProps) =>
  field.options.length === 0 ? (
    <p className={css.none}>There are no {what} yet, so people are not asked for any.</p>
  ) : (
    <MultiChoice label={`Which ${what}`} placeholder={`All ${what}`} {...field} />
  );
