import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { paths } from '../paths.ts';

/** Shown for an unknown address under /index. */
export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Card>
        <EmptyState
          title="There is no page at this address"
          action={
            <Button component={Link} to={paths.landing()}>
              Go to your start page
            </Button>
          }
        >
          Check that the address is complete and spelt correctly. You are still logged in.
        </EmptyState>
      </Card>
    </>
  );
}
