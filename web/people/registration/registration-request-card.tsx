import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { closeAlert, showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDateTime } from '#web/ui/format/format.ts';
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
  const failed = (error: Error) => {
    showError(error);
    // Another administrator has decided already: fetch the current list.
    if (error instanceof ApiError && [404, 409].includes(error.status))
      void invalidateCalls(client, 'GET /api/registrationrequests');
  };
  const approve = useMutation({
    mutationFn: () => api('POST /api/registrationrequests/:id/approve', { params: { id } }),
    onSuccess: () => decided(`${name} approved. They will receive an email with a link to create a password.`),
    onError: failed,
  });
  const reject = useMutation({
    mutationFn: (reason: string) => api('POST /api/registrationrequests/:id/reject', { params: { id }, body: { reason } }),
    onSuccess: () => decided(`${name} rejected. We will email them your reason.`),
    onError: failed,
  });
  const busy = approve.isPending || reject.isPending;

  if (rejecting) {
    return (
      <RejectForm
        name={name}
        busy={busy}
        onReject={(reason) => reject.mutate(reason)}
        onCancel={() => {
          setRejecting(false);
          requestAnimationFrame(() => rejectButton.current?.focus());
        }}
      />
    );
  }
  return (
    <div className={css.actions}>
      <Button loading={approve.isPending} disabled={busy} aria-label={`Approve ${name}`} onClick={() => approve.mutate()}>
        Approve
      </Button>
      <Button
        ref={rejectButton}
        variant="default"
        disabled={busy}
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
  name: string;
  busy: boolean;
  onReject: (reason: string) => void;
  onCancel: () => void;
}

function RejectForm({ name, busy, onReject, onCancel }: RejectProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') setError('Reason is required.');
    else onReject(reason.trim());
  }
  return (
    <form noValidate onSubmit={submit} className={css.form}>
      <Textarea
        label={`Reason for ${name}`}
        description="This is emailed to the applicant."
        rows={3}
        maxLength={500}
        autoFocus
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className={css.actions}>
        <Button type="submit" loading={busy} disabled={busy}>
          Reject request
        </Button>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
