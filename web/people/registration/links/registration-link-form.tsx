import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { needsIdentityProof, PROOF_FIELDS, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import {
  type IdentityProof,
  IdentityProofFields,
  type IdentityProofState,
  useIdentityProof,
} from '#web/identity/login/identity-proof.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import {
  addDays,
  createRegistrationLinkDraft,
  type RegistrationLinkChoices,
  type RegistrationLinkDraft,
  toRegistrationLinkBody,
  validateRegistrationLink,
} from './registration-link-fields.ts';
import css from './registration-link-form.module.css';

/** Dialog for creating a registration link. */
export function NewRegistrationLink({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/registrationlinks/choices'),
    enabled: opened,
    staleTime: 60_000,
  });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="New registration link"
      closeLabel="Close without creating a link"
      width={640}
    >
      {data ? (
        <LinkForm choices={data} onFinish={onClose} />
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
  /** Called when the link is created or cancelled. */
  onFinish: () => void;
}

function LinkForm({ choices, onFinish }: FormProps) {
  const client = useQueryClient();
  const profile = useProfile();
  const [today] = useState(() => new Date());
  const secondFactor = useQuery(apiQuery('GET /api/secondfactor'));
  const form = useEntityForm<RegistrationLinkDraft, ReplyOf<'POST /api/registrationlinks'>, IdentityProof>({
    draftKey: `registration-link.${profile?.id}`,
    saved: createRegistrationLinkDraft(choices, today),
    validate: (values) => validateRegistrationLink(values, choices),
    readProof: (element) => proof.read(element) ?? null,
    save: ({ values, proof: given }) =>
      api('POST /api/registrationlinks', {
        body: { registrationLink: { ...toRegistrationLinkBody(values), ...toCallerProof(given) } },
      }),
    serverNames: { organisationGroupId: 'groupId', expiresOnUtc: 'expiresOn' },
    onSaved: ({ registrationLink }) => {
      showSuccess(`Link “${registrationLink.name}” created. You can copy it below.`);
      onFinish();
      return invalidateCalls(client, 'GET /api/registrationlinks');
    },
    // Errors of the password and the code are shown at their fields.
    handleError: needsIdentityProof,
  });
  const proof: IdentityProofState = useIdentityProof({
    needsCode: secondFactor.data?.on === true,
    error: form.error,
    fields: PROOF_FIELDS,
  });
  const { values: draft, errors, set: change } = form;

  return (
    <StackedForm {...form.formProps} gap={20}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        label="Name"
        description="Only administrators see it."
        maxLength={100}
        autoFocus
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ApprovalType draft={draft} change={change} />
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
        <DateField
          label="Expires at the end of"
          min={addDays(today, 0)}
          max={addDays(today, 366)}
          {...form.getInputProps('expiresOn')}
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
      <RequestedDetails draft={draft} choices={choices} change={change} />
      <IdentityProofFields of={proof} label="Your password" />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onFinish();
        }}
      >
        Create link
      </FormButtons>
    </StackedForm>
  );
}

interface PartProps {
  draft: RegistrationLinkDraft;
  change: (change: Partial<RegistrationLinkDraft>) => void;
}

/** Who lets people in that register. */
const ApprovalType = ({ draft, change }: PartProps) => (
  <fieldset>
    <Text component="legend" fw={600} mb="xs">
      Approval
    </Text>
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
);

/** What people are asked for besides their name and email, and which options they are offered. */
const RequestedDetails = ({ draft, choices, change }: PartProps & { choices: RegistrationLinkChoices }) => (
  <fieldset>
    <Text component="legend" fw={600} mb="xs">
      Other details to ask for
    </Text>
    <Stack gap={4}>
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
    </Stack>
  </fieldset>
);

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
    <Text size="sm" c="dimmed">
      There are no {what} yet, so people are not asked for any.
    </Text>
  ) : (
    <MultiChoice label={`Which ${what}`} placeholder={`All ${what}`} {...field} />
  );
