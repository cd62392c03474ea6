import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

/** For a link to a part of the uniform that the wardrobe does not have, or no longer. */
export const StepNotFound = () => (
  <>
    <PageHeader title="Not part of your uniform" />
    <Card>
      <EmptyState
        title="This is not part of your uniform"
        action={
          <Button component={Link} to={paths.uniformBuilder()}>
            Go to your uniform
          </Button>
        }
      >
        Your wardrobe may have changed, or you chose another option.
      </EmptyState>
    </Card>
  </>
);
