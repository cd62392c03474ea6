import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import css from './approval-settings.module.css';

type Person = ReplyOf<'GET /api/approvals/delegations/delegates'>['people'][number];

interface Props {
  /** Whether the approver has to be chosen; else they are the caller. */
  forOthers: boolean;
  onClose: () => void;
}

type Errors = Readonly<Partial<Record<string, readonly string[]>>>;

/** Dialog for naming who decides in an approver's place, and on which days. */
export function DelegationDialog({ forOthers, onClose }: Props) {
  const client = useQueryClient();
  const [approver, setApprover] = useState<Person>();
  const [delegate, setDelegate] = useState<Person>();
  const [startsOn, setStartsOn] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const approverId = forOthers ? approver?.id : 0;
  const save = useMutation({
    mutationFn: (input: { approverId: number; delegateId: number }) =>
      api('POST /api/approvals/delegations', { body: { delegation: { ...input, startsOn, endsOn } } }),
    onSuccess: () => {
      showSuccess('Approval delegated. Both people will receive an email.');
      onClose();
      return invalidateCalls(client, 'GET /api/approvals/delegations');
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(error.errors);
      else showError(error);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const missing: Errors = {
      ...(approverId === undefined && { approverId: ['Please choose whose decisions are delegated.'] }),
      ...(!delegate && { delegateId: ['Please choose who decides.'] }),
      ...(startsOn === '' && { startsOn: ['First day is required.'] }),
      ...(endsOn === '' && { endsOn: ['Last day is required.'] }),
    };
    setErrors(missing);
    if (Object.keys(missing).length === 0 && approverId !== undefined && delegate)
      save.mutate({ approverId, delegateId: delegate.id });
  }
  const other = Object.entries(errors).filter(([name]) => !['approverId', 'delegateId', 'startsOn', 'endsOn'].includes(name));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={forOthers ? 'Delegate for someone' : 'Delegate your approvals'}
      closeLabel="Close without delegating"
      width={520}
    >
      <form className={css.form} noValidate onSubmit={submit}>
        {other.length > 0 && (
          <Notice tone="danger" role="alert">
            {other.flatMap(([, texts]) => texts ?? []).join(' ')}
          </Notice>
        )}
        {forOthers && (
          <PersonChoice
            label="Who is absent"
            call="GET /api/approvals/delegations/approvers"
            approverId={0}
            chosen={approver}
            error={errors.approverId?.join(' ')}
            onChoose={(person) => {
              setApprover(person);
              setDelegate(undefined);
            }}
          />
        )}
        {approverId !== undefined && (
          <PersonChoice
            key={approverId}
            label="Who decides in the meantime"
            call="GET /api/approvals/delegations/delegates"
            approverId={approverId}
            chosen={delegate}
            error={errors.delegateId?.join(' ')}
            onChoose={setDelegate}
          />
        )}
        <div className={css.days}>
          <TextInput
            type="date"
            label="First day"
            value={startsOn}
            error={errors.startsOn?.join(' ')}
            onChange={({ currentTarget }) => setStartsOn(currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Last day"
            value={endsOn}
            error={errors.endsOn?.join(' ')}
            onChange={({ currentTarget }) => setEndsOn(currentTarget.value)}
          />
        </div>
        <p className={css.muted}>
          Only people who see the orders of the same groups can be chosen. No one can decide about their own orders, or about
          orders that they placed. You can end this at any time.
        </p>
        <div className={css.buttons}>
          <Button type="submit" loading={save.isPending} disabled={save.isPending}>
            Delegate
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface PersonChoiceProps {
  label: string;
  call: 'GET /api/approvals/delegations/approvers' | 'GET /api/approvals/delegations/delegates';
  /** Whose delegate is chosen; 0: the caller's. */
  approverId: number;
  chosen: Person | undefined;
  error: string | undefined;
  onChoose: (person: Person | undefined) => void;
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
        <Button variant="default" size="compact-md" onClick={() => onChoose(undefined)}>
          Choose someone else
        </Button>
      </div>
    );
  const people = data?.people ?? [];
  return (
    <div>
      <p className={css.caption}>{label}</p>
      <SearchInput label={label} placeholder="Name or email address" value={searchTerm} onSearch={setSearchTerm} />
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {isError && <p className={css.muted}>The people could not be loaded. Please try again.</p>}
      {data && (
        <ul className={css.results} aria-label={label}>
          {people.length === 0 && (
            <li className={css.muted}>{searchTerm === '' ? 'No one can be chosen.' : `No one matches “${searchTerm}”.`}</li>
          )}
          {people.slice(0, SHOWN).map((person) => (
            <li key={person.id} className={css.choice}>
              <span>
                {person.name}
                <br />
                <span className={css.muted}>{person.email}</span>
              </span>
              <Button variant="default" size="compact-md" aria-label={`Choose ${person.name}`} onClick={() => onChoose(person)}>
                Choose
              </Button>
            </li>
          ))}
          {people.length > SHOWN && <li className={css.muted}>Search to find more people.</li>}
        </ul>
      )}
    </div>
  );
}
