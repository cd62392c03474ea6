import { Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { USER_POLICIES, USER_POLICY_LABELS } from '#contract/integrations/punchout/connection-values.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import type { Choices } from './codes-section.tsx';
import css from './punchout.module.css';
import { Section } from './section.tsx';
import { Select } from './select.tsx';
import { type Connection, useSection } from './use-section.ts';

const EXTRINSICS = ['email', 'firstName', 'lastName', 'employeeNumber', 'group'] as const;
const EXTRINSIC_LABELS = {
  email: 'Email address',
  firstName: 'First name',
  lastName: 'Last name',
  employeeNumber: 'Employee number',
  group: 'Group',
} as const;
const LABELS = {
  ...EXTRINSIC_LABELS,
  userPolicy: 'Who shops',
  sharedCustomerId: 'Shared person',
  createdRoleIds: 'Roles',
  createdGroupIds: 'Groups',
  createdCollectionIds: 'Wardrobes',
  waivesTerms: 'Terms',
  waivesApproval: 'Approval',
  idleMinutes: 'Minutes without a request after which a visit ends',
};

const idsOf = (all: readonly { id: number }[]) => all.map(({ id }) => id);

/** Who shops through a connection, and what is asked of them. */
export function UsersSection({ connection, choices }: { connection: Connection; choices: Choices }) {
  const { extrinsics } = connection;
  const form = useSection({
    connection,
    name: 'users',
    saved: {
      userPolicy: connection.userPolicy,
      sharedCustomerId: connection.sharedCustomer?.id ?? 0,
      createdRoleIds: idsOf(connection.createdRoles),
      createdGroupIds: idsOf(connection.createdGroups),
      createdCollectionIds: idsOf(connection.createdCollections),
      email: extrinsics.email ?? '',
      firstName: extrinsics.firstName ?? '',
      lastName: extrinsics.lastName ?? '',
      employeeNumber: extrinsics.employeeNumber ?? '',
      group: extrinsics.group ?? '',
      waivesTerms: connection.waivesTerms,
      waivesApproval: connection.waivesApproval,
      idleMinutes: String(connection.idleMinutes),
    },
    validate: ({ userPolicy, sharedCustomerId, createdRoleIds, idleMinutes }) => ({
      ...(userPolicy === 'shared' && sharedCustomerId === 0 && { sharedCustomerId: 'Choose the person as whom everyone shops' }),
      ...(userPolicy === 'create' && createdRoleIds.length === 0 && { createdRoleIds: 'Choose at least one role' }),
      ...(!(/^\d{1,3}$/.test(idleMinutes.trim()) && Number(idleMinutes) >= 5 && Number(idleMinutes) <= 720) && {
        idleMinutes: 'Enter 5 to 720 minutes',
      }),
    }),
    toBody: (values, changed) => ({
      userPolicy: values.userPolicy,
      sharedCustomerId: values.sharedCustomerId || null,
      createdRoleIds: values.createdRoleIds,
      createdGroupIds: values.createdGroupIds,
      createdCollectionIds: values.createdCollectionIds,
      waivesTerms: values.waivesTerms,
      waivesApproval: values.waivesApproval,
      idleMinutes: Number(values.idleMinutes),
      ...(EXTRINSICS.some((name) => changed.includes(name)) && {
        extrinsics: {
          email: values.email.trim() || null,
          firstName: values.firstName.trim() || null,
          lastName: values.lastName.trim() || null,
          employeeNumber: values.employeeNumber.trim() || null,
          group: values.group.trim() || null,
        },
      }),
    }),
  });
  const { values, errors, set } = form;
  const [found, setFound] = useState(connection.sharedCustomer);
  const shared = values.sharedCustomerId === 0 ? null : found;
  return (
    <Section title="People" form={form} labels={LABELS}>
      <Select
        label={LABELS.userPolicy}
        data={USER_POLICIES.map((value) => ({ value, label: USER_POLICY_LABELS[value] }))}
        {...form.getInputProps('userPolicy')}
      />
      <SharedPerson
        connection={connection}
        chosen={shared}
        label={values.userPolicy === 'shared' ? 'Shared person' : 'Who people shop as who aren’t known (optional)'}
        error={errors.sharedCustomerId}
        onChoose={(person) => {
          setFound(person);
          set({ sharedCustomerId: person?.id ?? 0 });
        }}
      />
      {values.userPolicy === 'create' && (
        <>
          <MultiChoice
            label="Roles of people who are added"
            placeholder="Choose roles"
            name="createdRoleIds"
            options={choices.roles}
            chosen={values.createdRoleIds}
            error={errors.createdRoleIds}
            onChange={(createdRoleIds) => set({ createdRoleIds })}
          />
          <MultiChoice
            label="Groups (optional)"
            placeholder="None"
            options={choices.groups}
            chosen={values.createdGroupIds}
            onChange={(createdGroupIds) => set({ createdGroupIds })}
          />
          <MultiChoice
            label="Wardrobes (optional)"
            placeholder="None"
            options={choices.collections}
            chosen={values.createdCollectionIds}
            onChange={(createdCollectionIds) => set({ createdCollectionIds })}
          />
        </>
      )}
      {connection.protocol === 'cxml' && values.userPolicy !== 'shared' && (
        <Stack component="fieldset" gap={6}>
          <Text component="legend" fw={600} pb={4}>
            Extrinsics
          </Text>
          <Text size="sm" c="dimmed">
            What the buyer’s system calls each of these. Leave blank what it doesn’t send.
          </Text>
          <div className={css.units}>
            {EXTRINSICS.map((name) => (
              <TextInput
                key={name}
                label={EXTRINSIC_LABELS[name]}
                maxLength={100}
                autoComplete="off"
                {...form.getInputProps(name)}
              />
            ))}
          </div>
        </Stack>
      )}
      <TextInput
        label={LABELS.idleMinutes}
        description="12 hours at most."
        inputMode="numeric"
        maxLength={3}
        {...form.getInputProps('idleMinutes')}
      />
      <Checkbox name="waivesTerms" checked={values.waivesTerms} onChange={(waivesTerms) => set({ waivesTerms })}>
        People shop without accepting terms and conditions
      </Checkbox>
      <Checkbox name="waivesApproval" checked={values.waivesApproval} onChange={(waivesApproval) => set({ waivesApproval })}>
        Orders need no approval here: they were approved in the buyer’s system
      </Checkbox>
    </Section>
  );
}

type Person = NonNullable<Connection['sharedCustomer']>;

interface SharedPersonProps {
  connection: Connection;
  chosen: Person | null;
  label: string;
  error: string | undefined;
  onChoose: (person: Person | null) => void;
}

function SharedPerson({ connection, chosen, label, error, onChoose }: SharedPersonProps) {
  const [searchTerm, setSearchTerm] = useState('');
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/punchout/organisations/:id/people', {
      params: { id: connection.organisationId },
      query: { searchTerm },
    }),
    placeholderData: keepPreviousData,
    enabled: searchTerm !== '',
  });
  return (
    <Stack component="fieldset" gap={6}>
      <Text component="legend" fw={600} pb={4}>
        {label}
      </Text>
      {chosen ? (
        <ul className={css.list}>
          <li>
            <div>
              {chosen.name}
              <Text size="sm" c="dimmed">
                {chosen.email}
              </Text>
            </div>
            <RowButton aria-label={`Remove ${chosen.name}`} onClick={() => onChoose(null)}>
              Remove
            </RowButton>
          </li>
        </ul>
      ) : (
        <>
          <SearchInput label="Search people" placeholder="Name or email address" value={searchTerm} onSearch={setSearchTerm} />
          {searchTerm !== '' && data && (
            <ul className={css.list} aria-label="People found">
              {data.people.length === 0 && <li>No one matches “{searchTerm}”. Check the spelling.</li>}
              {data.people.map((person) => (
                <li key={person.id}>
                  <div>
                    {person.name}
                    <Text size="sm" c="dimmed">
                      {person.email}
                    </Text>
                  </div>
                  <RowButton aria-label={`Choose ${person.name}`} onClick={() => onChoose(person)}>
                    Choose
                  </RowButton>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {error && (
        <Text size="sm" c="red.8" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
