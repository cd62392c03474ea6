import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { OrderingButton } from './ordering-button.tsx';

/** Where a page that only informs leads on: to the person's way of ordering, and to their orders. */
export function NextStepButtons() {
  return (
    <Group gap="xs">
      <OrderingButton />
      <Button component={Link} to={paths.orders()} variant="default">
        View your orders
      </Button>
    </Group>
  );
}
