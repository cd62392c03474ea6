import { Menu } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { isAdmin, type Profile } from '#web/app/session/profile.ts';
import { MenuAction } from '#web/ui/buttons/menu-action.tsx';
import menu from '#web/ui/buttons/menu-button.module.css';
import { menuProps } from '#web/ui/buttons/menu-props.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { lowerFirst } from '#web/ui/format/format.ts';
import { ConfirmOptOut } from '../opt-out/confirm-opt-out.tsx';
import type { ListedPerson } from '../person/listed-person.ts';
import { canSetAccess } from '../person/person-fields.ts';
import { useInvitationBlockers, usePersonActions } from '../person/use-person-actions.ts';
import css from './people-list.module.css';

interface Props {
  person: ListedPerson;
  caller: Profile;
}

/** The button "⋯" of a row. Its menu is created when it is first opened, because a page has many rows. */
export function PersonMenu(props: Props) {
  const [isUsed, setUsed] = useState(false);
  const label = `More for ${formatPersonName(props.person)}`;
  if (isUsed) return <OpenedMenu {...props} label={label} />;
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setUsed(true);
  };
  return (
    <RowButton
      className={css.more}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setUsed(true)}
      onKeyDown={openByKey}
    >
      ⋯
    </RowButton>
  );
}

function OpenedMenu({ person, caller, label }: Props & { label: string }) {
  const [opened, setOpened] = useState(true);
  const [confirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const actions = usePersonActions(person);
  // Unless a click outside has moved the focus already.
  const returnFocus = () => {
    const isLost = document.activeElement === document.body || document.activeElement?.closest('[role="menu"]');
    if (isLost) button.current?.focus();
  };
  const { id, impersonationBlocker } = person;
  return (
    <>
      <Menu {...menuProps} opened={opened} onChange={setOpened} onClose={returnFocus}>
        <Menu.Target>
          <RowButton
            ref={button}
            className={css.more}
            aria-label={label}
            loading={actions.busy}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              setOpened(true);
            }}
          >
            ⋯
          </RowButton>
        </Menu.Target>
        <Menu.Dropdown className={menu.panel}>
          {impersonationBlocker && <Menu.Label>Ordering: {lowerFirst(impersonationBlocker)}</Menu.Label>}
          <FirstItem to={paths.person(id)}>Open</FirstItem>
          <Menu.Item component={Link} to={paths.personStatement(id)}>
            Uniform statement
          </Menu.Item>
          {isAdmin(caller) && (
            <Administration person={person} caller={caller} actions={actions} onOptOut={() => setConfirming(true)} />
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmOptOut
        who={actions.name}
        opened={confirming}
        busy={actions.setOptOut.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => actions.setOptOut.mutate(true, { onSuccess: () => setConfirming(false) })}
      />
    </>
  );
}

/** A link that gets the focus when the menu appears: the menu of a row appears together with its button, which Mantine does not expect. */
function FirstItem({ to, children }: { to: string; children: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => link.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <Menu.Item ref={link} component={Link} to={to}>
      {children}
    </Menu.Item>
  );
}

interface AdministrationProps extends Props {
  actions: ReturnType<typeof usePersonActions>;
  onOptOut: () => void;
}

/** What administrators can do. Which emails can be sent is asked when the menu opens. */
function Administration({ person, caller, actions, onOptOut }: AdministrationProps) {
  const { send, setOptOut, setActive } = actions;
  const blockers = useInvitationBlockers(person, caller);
  const checking = blockers ? undefined : 'Checking…';
  const accountBlocker = canSetAccess(caller, person)
    ? undefined
    : caller.id === person.id
      ? 'This is you.'
      : 'They have wider access than you.';
  return (
    <>
      <Menu.Divider />
      <MenuAction blocker={checking ?? blockers?.invitation} onClick={() => send.mutate('invitation')}>
        Invite
      </MenuAction>
      <MenuAction blocker={checking ?? blockers?.reminder} onClick={() => send.mutate('reminder')}>
        Send a reminder to order
      </MenuAction>
      <MenuAction blocker={checking ?? blockers?.optOutLink} onClick={() => send.mutate('optOutLink')}>
        Send opt-out link
      </MenuAction>
      <Menu.Divider />
      {person.wardrobeOptOut ? (
        <Menu.Item onClick={() => setOptOut.mutate(false)}>Undo opt-out</Menu.Item>
      ) : (
        <Menu.Item onClick={onOptOut}>Opt out of uniform…</Menu.Item>
      )}
      <MenuAction blocker={accountBlocker} onClick={() => setActive.mutate(!person.active)}>
        {person.active ? 'Close account' : 'Reopen account'}
      </MenuAction>
    </>
  );
}
