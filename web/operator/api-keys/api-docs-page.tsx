import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorApi } from '../session/operator-api.ts';

/** The way to the documentation of the API, which other pages than those of operators do not open. */
export function ApiDocsPage() {
  const opening = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/docs'),
    onSuccess: ({ path }) => location.assign(path),
    onError: showError,
  });
  return (
    <>
      <PageHeader title="API documentation">For developers who connect your other systems.</PageHeader>
      <Card>
        <Stack gap={18} align="flex-start">
          <p>
            Every call with its parameters and examples, and a guide to API keys and scopes, keeping copies up to date, webhook
            signatures, and what happens to an order from release to invoice.
          </p>
          <Button loading={opening.isPending || opening.isSuccess} onClick={() => opening.mutate()}>
            Open the API documentation
          </Button>
        </Stack>
      </Card>
    </>
  );
}
