import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { closeAlert, showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDateTime } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { type CardFact, CardFacts } from '../card-facts.tsx';
import css from '../card-list.module.css';

type Request = ReplyOf<'GET /api/registrationrequests'>['registrationRequests'][number];

const genders: Record<number, string> = { 10: 'Male', 20: 'Female' };
const badges: Record<string, [label: string, tone: Tone]> = {
  waiting: ['Waiting', 'warning'],
  approved: ['Approved', 'success'],
  rejected: ['Rejected', 'danger'],
  registered: ['Registered', 'info'],
};
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');

interface Props {
  request: Request;
  /** Called once the request is decided, before its card disappears. */
  onDecided: () => void;
}

/** A registration request with its details, and buttons to approve or reject it. */
export function RegistrationRequestCard({ request, onDecided }: Props) {
  const name = `${request.firstName} ${request.lastName}`;
  const [label, tone] = badges[request.state] ?? [request.state, 'neutral'];
  const facts: CardFact[] = [
    ['Employee number', request.employeeNumber],
    ['PO number', request.poNumber],
    ['Gender', genders[request.gender]],
    ['Destination', [request.resort?.name, names(request.departments)].filter(Boolean).join(': ')],
    ['Business area', request.businessArea?.name],
    ['Wardrobe', names(request.collections)],
    ['Group', request.organisationGroup?.name],
    ['Role', names(request.roles)],
    ['Reason given', request.rejectReason],
  ];
  const decided =
    request.decidedOnUtc && `${label} ${formatDateTime(request.decidedOnUtc)} by ${request.decidedBy ?? 'an administrator'}`;
  return (
    <li className={css.card}>
      <div className={css.head}>
        <div className={css.who}>
          <h2 className={css.name} tabIndex={-1}>
            {name}
          </h2>
          <p className={css.muted}>{request.email}</p>
        </div>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <CardFacts facts={facts} />
      <p className={css.muted}>
        {[`Via link “${request.link.name}”, ${formatDateTime(request.createdOnUtc)}`, decided].filter(Boolean).join(' · ')}
      </p>
      {request.state === 'waiting' && <Decision id={request.id} name={name} onDecided={onDecided} />}
    </li>
  );
}

function Decision({ id, name, onDecided }: { id: number; name: string; onDecided: () => void }) {
  const client = useQueryClient();
  const rejectButton = useRef<HTMLButtonElement>(null);
  const [rejecting, setRejecting] = useState(false);
  const decided = (message: string) => {
    showSuccess(message);
    onDecided();
    return invalidateCalls(client, 'GET /api/registrationrequests', 'GET /api/registrationlinks');
  };
  /** Another administrator may have decided already: the list is fetched again. */
  const refresh = (error: Error) => {
    if (error instanceof ApiError && [404, 409].includes(error.status))
      void invalidateCalls(client, 'GET /api/registrationrequests');
  };
  const approve = useMutation({
    mutationFn: () => api('POST /api/registrationrequests/:id/approve', { params: { id } }),
    onSuccess: () => decided(`${name} approved. They will receive an email with a link to create a password.`),
    onError: (error) => {
      showError(error);
      refresh(error);
    },
  });

  if (rejecting) {
    return (
      <RejectForm
        id={id}
        name={name}
        onRejected={() => decided(`${name} rejected. We will email them your reason.`)}
        onFailed={refresh}
        onCancel={() => {
          setRejecting(false);
          requestAnimationFrame(() => rejectButton.current?.focus());
        }}
      />
    );
  }
  return (
    <div className={css.actions}>
      <Button
        loading={approve.isPending}
        disabled={approve.isPending}
        aria-label={`Approve ${name}`}
        onClick={() => approve.mutate()}
      >
        Approve
      </Button>
      <Button
        ref={rejectButton}
        variant="default"
        disabled={approve.isPending}
        aria-label={`Reject ${name}`}
        onClick={() => {
          closeAlert();
          setRejecting(true);
        }}
      >
        Reject
      </Button>
    </div>
  );
}

interface RejectProps {
  id: number;
  name: string;
  onRejected: () => void;
  onFailed: (error: ApiError) => void;
  onCancel: () => void;
}

function RejectForm({ id, name, onRejected, onFailed, onCancel }: RejectProps) {
  const form = useEntityForm<{ reason: string }, unknown>({
    draftKey: `registration-rejection.${id}`,
    saved: { reason: '' },
    validate: ({ reason }) => ({ ...(reason.trim() === '' && { reason: 'Reason is required.' }) }),
    save: ({ values: { reason } }) =>
      api('POST /api/registrationrequests/:id/reject', { params: { id }, body: { reason: reason.trim() } }),
    onSaved: onRejected,
    handleError: (error) => {
      onFailed(error);
      return false;
    },
  });
  const cancel = () => {
    form.discard();
    onCancel();
  };
  return (
    <form {...form.formProps} className={css.form}>
      <FormNotices otherErrors={form.otherErrors} />
      <Textarea
        label={`Reason for ${name}`}
        description="This is emailed to the applicant."
        rows={3}
        maxLength={500}
        autoFocus
        {...form.getInputProps('reason')}
        onKeyDown={(event) => event.key === 'Escape' && cancel()}
      />
      <FormButtons isSaving={form.isSaving} onCancel={cancel}>
        Reject request
      </FormButtons>
    </form>
  );
}
