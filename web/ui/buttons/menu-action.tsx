import { Menu } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import css from './menu-button.module.css';

interface Props {
  children: ReactNode;
  /** Why the action is not possible, shown below its name; undefined or null where it is. */
  blocker: string | null | undefined;
  onClick: () => void;
}

/** An item of a menu. Where it is not possible it can still be reached by keyboard, and says why. */
export const MenuAction = ({ children, blocker, onClick }: Props) => (
  <Menu.Item
    component={ItemButton}
    isBlocked={blocker != null}
    closeMenuOnClick={blocker == null}
    onClick={blocker == null ? onClick : undefined}
  >
    {children}
    {blocker != null && <span className={css.blocker}>{blocker}</span>}
  </Menu.Item>
);

/** Mantine would remove `aria-disabled` from an item, and skip an item that is `disabled`. */
const ItemButton = ({ isBlocked, ...rest }: ComponentProps<'button'> & { isBlocked: boolean }) => (
  <button {...rest} aria-disabled={isBlocked || undefined} />
);
