import { download } from '#web/app/api.ts';
import { useDownload } from '#web/ui/buttons/use-download.ts';
import css from './product-sheet-button.module.css';

/** Saves the product sheet as PDF. Looks like the link to the size guide: it is for reading, not a step of ordering. */
export function ProductSheetButton({ productId }: { productId: number }) {
  const { busy, save } = useDownload();
  return (
    <button
      type="button"
      className={css.button}
      disabled={busy}
      aria-busy={busy}
      onClick={() => void save(() => download('GET /api/documents/productPdf/:id', { params: { id: productId } }))}
    >
      Product sheet (PDF)
    </button>
  );
}
