import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './menu-button.module.css';

interface Props {
  children: ReactNode;
  /** Why the action is not possible, shown below its name; undefined or null where it is. */
  blocker: string | null | undefined;
  onClick: () => void;
}

/** An item of a menu. Where it is not possible it can still be reached by keyboard, and says why. */
export const MenuAction = ({ children, blocker, onClick }: Props) =>
  blocker == null ? (
    <Menu.Item onClick={onClick}>{children}</Menu.Item>
  ) : (
    <Menu.Item aria-disabled closeMenuOnClick={false}>
      {children}
      <span className={css.blocker}>{blocker}</span>
    </Menu.Item>
  );
