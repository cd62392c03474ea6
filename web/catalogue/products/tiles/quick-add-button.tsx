import { CartIcon, PlusIcon } from '#web/ui/content/icons.tsx';
import type { TileProduct } from '../catalogue-types.ts';
import css from './quick-add-button.module.css';

interface Props {
  product: Pick<TileProduct, 'name' | 'combinationId'>;
  /** The product is being added. The button keeps the focus meanwhile. */
  busy: boolean;
  onClick: () => void;
}

/** The button of a tile that adds a product with nothing to choose, or opens the dialog in which size and colour are chosen. */
export function QuickAddButton({ product, busy, onClick }: Props) {
  const opensDialog = product.combinationId === null;
  return (
    <button
      type="button"
      className={css.button}
      aria-label={opensDialog ? `Choose options and add ${product.name} to cart` : `Add ${product.name} to cart`}
      title={opensDialog ? 'Choose and add to cart' : 'Add to cart'}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-busy={busy || undefined}
      // Ignore the second click of a double click.
      onClick={(event) => !busy && event.detail < 2 && onClick()}
    >
      <CartIcon size={18} />
      <PlusIcon size={12} strokeWidth={3} className={css.plus} />
    </button>
  );
}
