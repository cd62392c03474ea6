import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { DownIcon } from '../content/icons.tsx';
import css from './menu-button.module.css';
import { menuProps } from './menu-props.ts';

interface Props {
  label: string;
  /** Items of Mantine's Menu. */
  children: ReactNode;
  disabled?: boolean;
  /** The button itself, for giving it the focus. */
  ref?: Ref<HTMLButtonElement>;
  /** Renders the menu outside its place in the page, for a button in a container that scrolls or clips. */
  withinPortal?: boolean;
  size?: 'sm' | undefined;
}

/** A button that opens a menu of further actions. Arrow keys move between them, Escape closes the menu. */
export const MenuButton = ({ label, children, disabled = false, withinPortal = false, size, ref }: Props) => (
  <Menu {...menuProps} withinPortal={withinPortal}>
    <Menu.Target>
      <Button ref={ref} variant="default" {...(size && { size })} disabled={disabled} rightSection={<DownIcon size={16} />}>
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown className={css.panel}>{children}</Menu.Dropdown>
  </Menu>
);
