import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { type CardFact, CardFacts } from '../../card-facts.tsx';
import css from '../../card-list.module.css';
import { addDays, getLastValidDay } from './registration-link-fields.ts';

type Link = ReplyOf<'GET /api/registrationlinks'>['registrationLinks'][number];

const badges: Record<Link['state'], [label: string, tone: Tone]> = {
  open: ['Open', 'success'],
  expired: ['Expired', 'neutral'],
  revoked: ['Revoked', 'danger'],
};
const names = (list: readonly { name: string }[], none: string) =>
  list.length === 0 ? none : list.map(({ name }) => name).join(', ');

/** A registration link with its details, number of uses, address and actions. */
export function RegistrationLinkCard({ link }: { link: Link }) {
  const card = useRef<HTMLLIElement>(null);
  const [editing, setEditing] = useState(false);
  function stopEditing() {
    setEditing(false);
    requestAnimationFrame(() => card.current?.querySelector<HTMLElement>('[data-edit]')?.focus());
  }
  const [label, tone] = badges[link.state];
  const facts: CardFact[] = [
    ['Approval', link.registrationType === 2 ? 'Not needed, confirmed by email' : 'Needed'],
    ['Role', names(link.roles, 'No role')],
    ['Group', link.organisationGroup?.name ?? 'No group'],
    ['Also asks for', describeRequestedFields(link)],
    ['Destinations', link.resortEnabled && names(link.resorts, 'All')],
    ['Business areas', link.businessAreaEnabled && names(link.businessAreas, 'All')],
    ['Wardrobes', link.collectionEnabled && names(link.collections, 'All')],
    [link.state === 'expired' ? 'Expired' : 'Expires', !link.revokedOnUtc && formatDate(getLastValidDay(link.expiresOnUtc))],
    ['Revoked', formatDate(link.revokedOnUtc)],
  ];
  const used = link.registrationCount === 0 ? 'Not used yet' : `Used by ${plural(link.registrationCount, 'person', 'people')}`;
  const waiting = link.waitingCount > 0 && `${plural(link.waitingCount, 'person', 'people')} waiting`;
  return (
    <li ref={card} className={css.card}>
      <div className={css.head}>
        <div className={css.who}>
          <h2 className={css.name}>{link.name}</h2>
          <p className={css.muted}>
            {[used, waiting, `created ${formatDate(link.createdOnUtc)}${link.createdBy ? ` by ${link.createdBy}` : ''}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <CardFacts facts={facts} />
      {link.state === 'open' && <Address link={link} />}
      {editing ? <EditForm link={link} onClose={stopEditing} /> : <Actions link={link} onEdit={() => setEditing(true)} />}
    </li>
  );
}

function describeRequestedFields(link: Link): string | false {
  const fields = [
    link.employeeNumberEnabled && 'employee number',
    link.poNumberEnabled && 'PO number',
    link.genderEnabled && 'gender',
  ].filter(Boolean);
  return fields.length > 0 && fields.join(', ');
}

/** The address of the link to pass on. If the browser does not allow copying, it is selected instead. */
function Address({ link }: { link: Link }) {
  const field = useRef<HTMLInputElement>(null);
  if (link.url === null) {
    return <p className={css.muted}>The address of this link can no longer be shown. It still works for people who have it.</p>;
  }
  const { url } = link;
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      showSuccess(`Link “${link.name}” copied.`);
    } catch {
      field.current?.select();
      showError('Your browser did not allow copying. The address is selected, so you can copy it yourself.');
    }
  }
  return (
    <div className={css.address}>
      <TextInput
        ref={field}
        readOnly
        aria-label={`Address of ${link.name}`}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="light" aria-label={`Copy link ${link.name}`} onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  );
}

type Change = { name?: string; expiresOnUtc?: string; revoked?: boolean };

const updateLink = (link: Link, change: Change) =>
  api('PUT /api/registrationlinks/:id', { params: { id: link.id }, body: { registrationLink: change } });

function Actions({ link, onEdit }: { link: Link; onEdit: () => void }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (revoked: boolean) => updateLink(link, { revoked }),
    onSuccess: (_, revoked) => {
      showSuccess(
        revoked ? `Link “${link.name}” revoked.` : `Link “${link.name}” restored.`,
        revoked ? { action: { label: 'Undo', run: () => change.mutate(false) } } : {},
      );
      return invalidateCalls(client, 'GET /api/registrationlinks');
    },
    onError: (error) => showError(error),
  });
  const isRevoked = link.state === 'revoked';
  return (
    <div className={css.actions}>
      <Button data-edit variant="default" aria-label={`Edit ${link.name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        variant="default"
        loading={change.isPending}
        disabled={change.isPending}
        aria-label={`${isRevoked ? 'Restore' : 'Revoke'} ${link.name}`}
        onClick={() => change.mutate(!isRevoked)}
      >
        {isRevoked ? 'Restore' : 'Revoke'}
      </Button>
    </div>
  );
}

function EditForm({ link, onClose }: { link: Link; onClose: () => void }) {
  const client = useQueryClient();
  const form = useEntityForm<{ name: string; expiresOn: string }, unknown>({
    draftKey: `registration-link.edit.${link.id}`,
    saved: { name: link.name, expiresOn: getLastValidDay(link.expiresOnUtc).slice(0, 10) },
    version: 0,
    validate: ({ name, expiresOn }) => ({
      ...(name.trim() === '' && { name: 'Name is required.' }),
      ...(expiresOn === '' && { expiresOn: 'Expiry is required.' }),
    }),
    save: ({ values: { name, expiresOn }, changed }) =>
      updateLink(link, {
        name: name.trim(),
        ...(changed.includes('expiresOn') && { expiresOnUtc: expiresOn }),
      }),
    serverNames: { expiresOnUtc: 'expiresOn' },
    onSaved: () => {
      showSuccess(`Link “${form.values.name.trim()}” saved.`);
      onClose();
      return invalidateCalls(client, 'GET /api/registrationlinks');
    },
    onUnchanged: onClose,
  });
  const today = new Date();
  return (
    <form {...form.formProps} className={css.form} aria-label={`Edit ${link.name}`}>
      <FormNotices otherErrors={form.otherErrors} />
      <div className={css.pair}>
        <TextInput label="Name" maxLength={100} autoFocus {...form.getInputProps('name')} />
        <TextInput
          type="date"
          label="Expires at the end of"
          min={addDays(today, 0)}
          max={addDays(today, 366)}
          {...form.getInputProps('expiresOn')}
        />
      </div>
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Save link
      </FormButtons>
    </form>
  );
}
