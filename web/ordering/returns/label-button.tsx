import { download } from '#web/app/api.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import type { ReturnRequest } from './return-status.ts';

/** Whether a request has a label: until the pieces have arrived. */
export const hasLabel = ({ returnRequestStatus }: Pick<ReturnRequest, 'returnRequestStatus'>): boolean =>
  ['Pending', 'ReturnAuthorized'].includes(returnRequestStatus);

interface Props {
  request: Pick<ReturnRequest, 'id' | 'customNumber'>;
  size?: 'compact-sm' | undefined;
  text?: string;
}

/** Downloads the return label as PDF. */
export const LabelButton = ({ request: { id, customNumber }, size, text = 'Get label' }: Props) => (
  <DownloadButton size={size} file={() => download('GET /api/returnrequest/:id/label', { params: { id } })}>
    {text}
    <VisuallyHidden> of {customNumber}</VisuallyHidden>
  </DownloadButton>
);
