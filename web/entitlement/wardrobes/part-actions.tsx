import { Button, Group } from '@mantine/core';

interface Action {
  label: string;
  /** The label with what it is about, for screen readers: "Edit Shirts". */
  name: string;
  run: () => void;
  /** Why it is not possible, for people who look for it. */
  refusal?: string | undefined;
}

/** The buttons below a group, an either/or or an option. */
export const PartActions = ({ actions }: { actions: readonly Action[] }) => (
  <Group gap={2} mt={6} ml={-8}>
    {actions.map(({ label, name, run, refusal }) => (
      <Button
        key={label}
        variant="subtle"
        size="compact-md"
        aria-label={refusal ? `${name}: ${refusal}` : name}
        title={refusal}
        disabled={refusal !== undefined}
        onClick={run}
      >
        {label}
      </Button>
    ))}
  </Group>
);
