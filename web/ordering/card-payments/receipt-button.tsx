import type { ReplyOf } from '#contract/index.ts';
import { download } from '#web/app/api.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';

type Receipt = ReplyOf<'GET /api/orders/:id'>['orders'][number]['receipts'][number];

/** Saves a receipt as PDF. */
export const ReceiptButton = ({ receipt: { id, number, kind } }: { receipt: Receipt }) => (
  <DownloadButton
    size="compact-sm"
    label={`${kind === 'refund' ? 'Refund receipt' : 'Receipt'} ${number} as PDF`}
    file={() => download('GET /api/receipts/:id/pdf', { params: { id } })}
  >
    {kind === 'refund' ? 'Refund receipt' : 'Receipt'}
  </DownloadButton>
);
