import { Button, Group } from '@mantine/core';
import type { WardrobeDialogs } from './wardrobe-dialogs.tsx';

interface Action {
  label: string;
  /** The label with what it is about, for screen readers: "Edit Shirts". */
  name: string;
  dialog: Parameters<WardrobeDialogs['open']>[0];
}

/** The buttons below a group, an either/or or an option; each opens a dialog. */
export const PartActions = ({ actions, open }: { actions: readonly Action[]; open: WardrobeDialogs['open'] }) => (
  <Group gap={2} mt={6} ml={-8}>
    {actions.map(({ label, name, dialog }) => (
      <Button key={label} variant="subtle" size="compact-md" aria-label={name} onClick={() => open(dialog)}>
        {label}
      </Button>
    ))}
  </Group>
);
