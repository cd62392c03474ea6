import { download } from '#web/app/api.ts';
import { type FetchFile, useDownload } from '#web/ui/buttons/use-download.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { getInvoiceTitle, type ListedInvoice } from './invoice-labels.ts';
import css from './invoices.module.css';

interface Props {
  invoice: Pick<ListedInvoice, 'id' | 'kind' | 'number'>;
  /** The customer's own by default. */
  file?: FetchFile;
}

/** Saves an invoice or credit note as PDF. */
export function InvoicePdf({
  invoice,
  file = () => download('GET /api/invoices/:id/pdf', { params: { id: invoice.id } }),
}: Props) {
  const { busy, save } = useDownload();
  return (
    <button type="button" className={css.download} disabled={busy} onClick={() => void save(file)}>
      PDF<VisuallyHidden> of {getInvoiceTitle(invoice)}</VisuallyHidden>
    </button>
  );
}
