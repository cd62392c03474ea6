import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useOrderingLink } from '../session/use-ordering-link.ts';

/** Where a page that only informs leads on: to the person's way of ordering, and to their orders. */
export function NextStepButtons() {
  const ordering = useOrderingLink();
  return (
    <Group gap="xs">
      {ordering && (
        <Button component={Link} to={ordering.to}>
          {ordering.label}
        </Button>
      )}
      <Button component={Link} to={paths.orders()} variant="default">
        View your orders
      </Button>
    </Group>
  );
}
