import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';

/** Shown for an unknown address under /operator. */
export function OperatorNotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Card>
        <EmptyState
          title="There is no page at this address"
          action={
            <Button component={Link} to={operatorPaths.start}>
              Go to the start page
            </Button>
          }
        >
          Check that the address is complete and spelt correctly. You are still logged in.
        </EmptyState>
      </Card>
    </>
  );
}

/** Shown for a page that the operator's rights do not include, for example after a link from a colleague. */
export function OperatorNoAccessPage() {
  return (
    <>
      <PageHeader title="No access" />
      <Card>
        <EmptyState
          title="Your rights do not include this page"
          action={
            <Button component={Link} to={operatorPaths.start}>
              Go to the start page
            </Button>
          }
        >
          If you need it for your work, ask an administrator of your brands.
        </EmptyState>
      </Card>
    </>
  );
}
