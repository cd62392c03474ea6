import { Menu } from '@mantine/core';
import { MenuButton } from '../buttons/menu-button.tsx';

interface Column {
  id: string;
  title: string;
}

interface Props {
  allowed: readonly Column[];
  shown: readonly Column[];
  onToggle: (id: string) => void;
}

/** Menu for choosing the visible columns. */
export const ColumnPicker = ({ allowed, shown, onToggle }: Props) => (
  <MenuButton label="Columns">
    {allowed.map(({ id, title }) => (
      <Menu.CheckboxItem key={id} checked={shown.some((column) => column.id === id)} onChange={() => onToggle(id)}>
        {title}
      </Menu.CheckboxItem>
    ))}
  </MenuButton>
);
