import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useBuilderContext } from './builder-context.ts';

/** For a link to a part of the uniform that the wardrobe does not have, or no longer. */
export const StepNotFound = () => (
  <>
    <PageHeader title="Not part of your uniform" />
    <Card>
      <EmptyState
        title="This is not part of your uniform"
        action={
          <Button component={Link} to={useBuilderContext().state.links.overview}>
            Go to your uniform
          </Button>
        }
      >
        Your wardrobe may have changed, or you chose another option.
      </EmptyState>
    </Card>
  </>
);
