import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import css from './approval-settings.module.css';

type Person = ReplyOf<'GET /api/approvals/delegations/approvers'>['people'][number];
/** Someone a search finds; `blocker` says why they cannot be chosen. */
type Candidate = Person & { blocker?: string | null };

interface Props {
  /** Whether the approver has to be chosen; else they are the caller. */
  forOthers: boolean;
  onClose: () => void;
}

interface DelegationValues {
  /** Null while no one is chosen. */
  approver: Person | null;
  delegate: Person | null;
  startsOn: string;
  endsOn: string;
}

const EMPTY: DelegationValues = { approver: null, delegate: null, startsOn: '', endsOn: '' };

/** Dialog for naming who decides in an approver's place, and on which days. */
export function DelegationDialog({ forOthers, onClose }: Props) {
  const client = useQueryClient();
  const form = useEntityForm<DelegationValues, unknown>({
    draftKey: `delegation.${forOthers ? 'others' : 'own'}`,
    saved: EMPTY,
    validate: ({ approver, delegate, startsOn, endsOn }) => ({
      ...(forOthers && !approver && { approver: 'Please choose whose decisions are delegated.' }),
      ...(!delegate && { delegate: 'Please choose who decides.' }),
      ...(startsOn === '' && { startsOn: 'First day is required.' }),
      ...(endsOn === '' && { endsOn: 'Last day is required.' }),
    }),
    save: ({ values: { approver, delegate, startsOn, endsOn } }) =>
      api('POST /api/approvals/delegations', {
        body: { delegation: { approverId: approver?.id ?? 0, delegateId: delegate?.id ?? 0, startsOn, endsOn } },
      }),
    serverNames: { approverId: 'approver', delegateId: 'delegate' },
    onSaved: () => {
      showSuccess('Approval delegated. Both people will receive an email.');
      onClose();
      return invalidateCalls(client, 'GET /api/approvals/delegations');
    },
  });
  const { values, errors, set } = form;
  const approverId = forOthers ? values.approver?.id : 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={forOthers ? 'Delegate for someone' : 'Delegate your approvals'}
      closeLabel="Close without delegating"
      width={520}
    >
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        {forOthers && (
          <PersonChoice
            label="Who is absent"
            call="GET /api/approvals/delegations/approvers"
            approverId={0}
            chosen={values.approver}
            error={errors.approver}
            onChoose={(approver) => set({ approver, delegate: null })}
          />
        )}
        {approverId !== undefined && (
          <PersonChoice
            key={approverId}
            label="Who decides in the meantime"
            call="GET /api/approvals/delegations/delegates"
            approverId={approverId}
            chosen={values.delegate}
            error={errors.delegate}
            onChoose={(delegate) => set({ delegate })}
          />
        )}
        <div className={css.days}>
          <DateField label="First day" {...form.getInputProps('startsOn')} />
          <DateField label="Last day" {...form.getInputProps('endsOn')} />
        </div>
        <Text size="sm" c="dimmed">
          Only people who see the orders of the same groups can be chosen. No one can approve their own orders, or orders they
          placed. You can end this at any time.
        </Text>
        <FormButtons
          isSaving={form.isSaving}
          onCancel={() => {
            form.discard();
            onClose();
          }}
        >
          Delegate
        </FormButtons>
      </StackedForm>
    </Dialog>
  );
}

interface PersonChoiceProps {
  label: string;
  call: 'GET /api/approvals/delegations/approvers' | 'GET /api/approvals/delegations/delegates';
  /** Whose delegate is chosen; 0: the caller's. */
  approverId: number;
  chosen: Person | null;
  error: string | undefined;
  onChoose: (person: Person | null) => void;
}

const SHOWN = 5;

/** The chosen person, or a search for one. */
function PersonChoice({ label, call, approverId, chosen, error, onChoose }: PersonChoiceProps) {
  const [searchTerm, setSearchTerm] = useState('');
  const { data, isError } = useQuery({
    queryKey: [call, approverId, searchTerm],
    queryFn: () =>
      call === 'GET /api/approvals/delegations/approvers'
        ? api(call, { query: { searchTerm } })
        : api(call, { query: { searchTerm, approverId } }),
    placeholderData: keepPreviousData,
    enabled: !chosen,
  });
  if (chosen)
    return (
      <div className={css.choice}>
        <div>
          <p className={css.caption}>{label}</p>
          <p>
            <strong>{chosen.name}</strong>
          </p>
        </div>
        <Button variant="default" size="compact-md" onClick={() => onChoose(null)}>
          Choose someone else
        </Button>
      </div>
    );
  const people: readonly Candidate[] = data?.people ?? [];
  return (
    <div>
      <p className={css.caption}>{label}</p>
      <SearchInput label={label} placeholder="Name or email address" value={searchTerm} onSearch={setSearchTerm} />
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {isError && (
        <Text size="sm" c="dimmed">
          The people could not be loaded. Please try again.
        </Text>
      )}
      {data && (
        <Stack component="ul" gap="xs" mt="xs" role="list" aria-label={label}>
          {people.length === 0 && (
            <Text component="li" size="sm" c="dimmed">
              {searchTerm === '' ? 'No one can be chosen.' : `No one matches “${searchTerm}”.`}
            </Text>
          )}
          {people.slice(0, SHOWN).map((person) => (
            <li key={person.id} className={css.choice}>
              <span>
                {person.name}
                <br />
                <Text span size="sm" c="dimmed">
                  {person.email}
                </Text>
                {person.blocker && (
                  <Text span size="sm" display="block">
                    {person.blocker}
                  </Text>
                )}
              </span>
              {!person.blocker && (
                <Button variant="default" size="compact-md" aria-label={`Choose ${person.name}`} onClick={() => onChoose(person)}>
                  Choose
                </Button>
              )}
            </li>
          ))}
          {people.length > SHOWN && (
            <Text component="li" size="sm" c="dimmed">
              Search to find more people.
            </Text>
          )}
        </Stack>
      )}
    </div>
  );
}
