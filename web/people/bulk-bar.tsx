import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumber, plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import css from './bulk.module.css';
import { MoveDialog, WardrobesDialog } from './bulk-dialogs.tsx';
import type { BulkChange, Selection } from './bulk-selection.ts';
import { ConfirmInvitations } from './invitations-sending.tsx';

interface Props {
  selection: Selection;
  /** How many the filters leave, on all pages. */
  total: number;
  busy: boolean;
  /** False when it was refused; why is said. */
  onChange: (change: BulkChange) => Promise<boolean>;
}

const people = (count: number) => `${formatNumber(count)} ${count === 1 ? 'person' : 'people'}`;

/** What can be done with the people who are chosen. What can be undone is done at once. */
export function BulkBar({ selection, total, busy, onChange }: Props) {
  const [asking, setAsking] = useState<'invite' | 'wardrobes' | 'move'>();
  const { count, everybody, obstacle } = selection;
  if (count === 0) return null;
  const close = () => setAsking(undefined);
  const carryOut = async (change: BulkChange) => {
    if (await onChange(change)) close();
  };
  const isBlocked = busy || obstacle !== undefined;
  return (
    <section className={css.bar} aria-label="The chosen people">
      <p className={css.count} aria-live="polite">
        <strong>{people(count)}</strong> chosen{everybody && ': all that match'}
      </p>
      {!everybody && count < total && (
        <button type="button" className={css.link} onClick={selection.selectEverybody}>
          Choose all {formatNumber(total)} that match
        </button>
      )}
      <button type="button" className={css.link} onClick={selection.clear}>
        Choose nobody
      </button>
      <div className={css.actions}>
        <Button variant="default" disabled={isBlocked} onClick={() => setAsking('invite')}>
          Invite
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => setAsking('wardrobes')}>
          Set wardrobes
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => setAsking('move')}>
          Move
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => void onChange({ action: 'open' })}>
          Open accounts
        </Button>
        <Button variant="default" disabled={isBlocked} onClick={() => void onChange({ action: 'close' })}>
          Close accounts
        </Button>
      </div>
      {obstacle && <Notice tone="warning">{obstacle}</Notice>}
      <ConfirmInvitations
        count={asking === 'invite' ? count : undefined}
        onClose={close}
        onConfirm={() => carryOut({ action: 'invite' })}
      />
      {asking === 'wardrobes' && (
        <WardrobesDialog
          title={`Wardrobes of ${plural(count, 'person', 'people')}`}
          busy={busy}
          onClose={close}
          onSave={carryOut}
        />
      )}
      {asking === 'move' && (
        <MoveDialog title={`Move ${plural(count, 'person', 'people')}`} busy={busy} onClose={close} onSave={carryOut} />
      )}
    </section>
  );
}
