import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useOrderingLink } from '../session/use-ordering-link.ts';

/** Leads to the first way of ordering of the person whose pages are shown; nothing where they have none. */
export function OrderingButton() {
  const ordering = useOrderingLink();
  return (
    ordering && (
      <Button component={Link} to={ordering.to}>
        {ordering.label}
      </Button>
    )
  );
}
