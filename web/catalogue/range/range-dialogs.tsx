import type { ReplyOf } from '#contract/index.ts';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { AddProductsDialog } from './add-products-dialog.tsx';
import { RangeBulkEditDialog } from './range-bulk-edit-dialog.tsx';
import { RangeProductDialog } from './range-product-dialog.tsx';
import type { RangeBulkEditBody, RangeBulkEdits } from './use-range-bulk-edit.ts';
import type { RestrictionOptions } from './use-restriction-options.ts';

export type OpenRangeDialog = { what: 'add' } | { what: 'bulk' } | { what: 'edit'; id: number } | undefined;

interface Props {
  open: OpenRangeDialog;
  data: ReplyOf<'GET /api/productsorganisation'> | undefined;
  parts: RestrictionOptions;
  canSetPrices: boolean;
  changes: RangeBulkEdits;
  selection: Selection;
  /** The selected products, as a bulk edit takes them. */
  selected: () => Omit<RangeBulkEditBody, 'change'> | undefined;
  onClose: () => void;
}

/** The dialog that is open on the page of the range, if one is. */
export function RangeDialogs({ open, data, parts, canSetPrices, changes, selection, selected, onClose }: Props) {
  if (open?.what === 'add') return <AddProductsDialog adding={changes.add} canSetPrices={canSetPrices} onClose={onClose} />;
  if (!open || !data) return null;
  if (open.what === 'bulk') {
    const body = selected();
    return (
      body && (
        <RangeBulkEditDialog
          parts={parts}
          count={selection.count}
          canSetPrices={canSetPrices}
          selected={body}
          sending={changes.bulk}
          onDone={selection.clear}
          onClose={onClose}
        />
      )
    );
  }
  const edited = data.productOrganisations.find(({ id }) => id === open.id);
  return (
    edited && (
      <RangeProductDialog
        key={edited.id}
        product={edited}
        parts={parts}
        currencyCode={data.currencyCode}
        canSetPrices={canSetPrices}
        remove={changes.bulk}
        onClose={onClose}
      />
    )
  );
}
