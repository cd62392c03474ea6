import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import { CopyPublicationDialog, describeCopies } from '../copy-dialog.tsx';

/** Copies a document with its current version to other clients, as drafts. */
export function CopyDocument({ id }: { id: number }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const getKey = useIdempotencyKey();
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Copy to other clients
      </Button>
      <CopyPublicationDialog
        opened={isOpen}
        noun="document"
        copy={(body) => operatorApi('POST /api/operator/documents/:id/copies', { params: { id }, body, headers: getKey(body) })}
        onCopied={async ({ documents }) => {
          await invalidateOperatorCalls(client, 'GET /api/operator/documents');
          showSuccess(describeCopies(documents.length));
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
