import { Button } from '@mantine/core';
import type { WardrobeDialogs } from './wardrobe-dialogs.tsx';
import css from './wardrobes.module.css';

interface Action {
  label: string;
  /** The label with what it is about, for screen readers: "Edit Shirts". */
  name: string;
  dialog: Parameters<WardrobeDialogs['open']>[0];
}

/** The buttons below a group, an either/or or an option; each opens a dialog. */
export const PartActions = ({ actions, open }: { actions: readonly Action[]; open: WardrobeDialogs['open'] }) => (
  <div className={css.actions}>
    {actions.map(({ label, name, dialog }) => (
      <Button key={label} variant="subtle" size="compact-md" aria-label={name} onClick={() => open(dialog)}>
        {label}
      </Button>
    ))}
  </div>
);
