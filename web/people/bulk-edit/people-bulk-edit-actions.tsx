import { Button, Menu } from '@mantine/core';
import { lazy, useState } from 'react';
import { api } from '#web/app/api.ts';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';
import { plural } from '#web/ui/format/format.ts';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { ConfirmInvitations } from '../invitations/invitations-sending.tsx';
import { ConfirmOptOut } from '../opt-out/confirm-opt-out.tsx';
import type { GrantAction } from './grant-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import {
  EMAIL_KINDS,
  type EmailAction,
  type PeopleConditions,
  type PeopleEditPayload,
  toEntitlementPreviewRequest,
  toPreviewRequest,
} from './people-bulk-edit-request.ts';

const loadEntitlement = async () => ({ default: (await import('./entitlement-dialog.tsx')).EntitlementDialog });
const EntitlementDialog = lazy(loadEntitlement);
const loadGrant = async () => ({ default: (await import('./grant-dialog.tsx')).GrantDialog });
const GrantDialog = lazy(loadGrant);
const loadAdjusting = async () => ({ default: (await import('./adjust-people-dialog.tsx')).AdjustPeopleDialog });
const AdjustPeopleDialog = lazy(loadAdjusting);

interface Props {
  selection: Selection;
  conditions: PeopleConditions;
  /** Whether nothing can be changed now. */
  isBlocked: boolean;
  /** Resolves to false when the edit was refused; the reason is shown. */
  onChange: (change: PeopleEditPayload) => Promise<boolean>;
}

/** Actions for the selected people. What can be undone needs no confirmation, unless it sends emails or gives people something: then it is shown before. */
export function PeopleBulkEditActions({ selection, conditions, isBlocked, onChange }: Props) {
  const [opened, setOpened] = useState<EmailAction | GrantAction | 'wardrobes' | 'move' | 'optOut' | 'adjust'>();
  const { count } = selection;
  const close = () => setOpened(undefined);
  const save = async (change: PeopleEditPayload) => {
    if (await onChange(change)) close();
  };
  return (
    <>
      <Button variant="default" disabled={isBlocked} onClick={() => setOpened('invite')}>
        Invite
      </Button>
      <Button variant="default" disabled={isBlocked} onClick={() => setOpened('remind')}>
        Remind to order
      </Button>
      <Button variant="default" disabled={isBlocked} onClick={() => setOpened('wardrobes')}>
        Wardrobes and allocation
      </Button>
      <Button variant="default" disabled={isBlocked} onClick={() => setOpened('adjust')}>
        Adjust uniform
      </Button>
      <Button variant="default" disabled={isBlocked} onClick={() => setOpened('move')}>
        Move
      </Button>
      <Button variant="default" disabled={isBlocked} onClick={() => setOpened('open')}>
        Reopen accounts
      </Button>
      <Button variant="default" disabled={isBlocked} onClick={() => void onChange({ action: 'close' })}>
        Close accounts
      </Button>
      <MenuButton label="Opt-out" disabled={isBlocked} withinPortal>
        <Menu.Item onClick={() => setOpened('sendOptOutLink')}>Send opt-out link</Menu.Item>
        <Menu.Item onClick={() => setOpened('optOut')}>Opt out of uniform</Menu.Item>
        <Menu.Item onClick={() => setOpened('undoOptOut')}>Undo opt-out</Menu.Item>
      </MenuButton>
      {(Object.keys(EMAIL_KINDS) as EmailAction[]).map((action) => (
        <ConfirmInvitations
          key={action}
          kind={EMAIL_KINDS[action]}
          count={opened === action ? count : undefined}
          onPreview={() => api('POST /api/customers/bulkedits/preview', toPreviewRequest(selection, conditions, { action }))}
          onClose={close}
          onConfirm={() => save({ action })}
        />
      ))}
      <ConfirmOptOut
        who={plural(count, 'person', 'people')}
        opened={opened === 'optOut'}
        busy={isBlocked}
        onClose={close}
        onConfirm={() => void save({ action: 'optOut' })}
      />
      <LazyDialog opened={opened === 'wardrobes'} load={loadEntitlement}>
        {(isOpen) =>
          isOpen && (
            <EntitlementDialog
              title={`Wardrobes and allocation of ${plural(count, 'person', 'people')}`}
              busy={isBlocked}
              toPreviewRequest={(change) => toEntitlementPreviewRequest(selection, conditions, change)}
              onClose={close}
              onSave={save}
            />
          )
        }
      </LazyDialog>
      <LazyDialog opened={opened === 'open' || opened === 'undoOptOut'} load={loadGrant}>
        {() =>
          (opened === 'open' || opened === 'undoOptOut') && (
            <GrantDialog
              action={opened}
              count={count}
              busy={isBlocked}
              toPreviewRequest={(change) => toEntitlementPreviewRequest(selection, conditions, change)}
              onClose={close}
              onSave={(change) => void save(change)}
            />
          )
        }
      </LazyDialog>
      <LazyDialog opened={opened === 'adjust'} load={loadAdjusting}>
        {(isOpen) =>
          isOpen && (
            <AdjustPeopleDialog
              count={count}
              busy={isBlocked}
              onPreview={(adjustment) =>
                api(
                  'POST /api/customers/bulkedits/preview',
                  toPreviewRequest(selection, conditions, { action: 'adjust', adjustment }),
                )
              }
              onClose={close}
              onSave={save}
            />
          )
        }
      </LazyDialog>
      {opened === 'move' && (
        <MoveDialog title={`Move ${plural(count, 'person', 'people')}`} busy={isBlocked} onClose={close} onSave={save} />
      )}
    </>
  );
}
