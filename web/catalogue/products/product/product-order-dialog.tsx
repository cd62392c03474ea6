import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { Loading, SkeletonBlock, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { dialogToOrderableGarment } from '../garment.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { GarmentLayout } from './garment-layout.tsx';
import css from './product-details.module.css';
import { ProductOrderDialogContent } from './product-order-dialog-content.tsx';
import { productDialogQuery } from './product-query.ts';

interface Props {
  /** Undefined while the dialog is closed. */
  productId: number | undefined;
  onClose: () => void;
  /** Where the items were added, as recorded in the cart. */
  source?: 'product' | 'adhoc';
  /** For whom they are; undefined for the site, or whoever's cart it is. */
  wearer?: Wearer | undefined;
}

/** A dialog above the list in which a product can be configured and added to the cart. */
export function ProductOrderDialog({ productId, onClose, source = 'product', wearer }: Props) {
  const isNarrow = useIsNarrow(768);
  const { data, error, isError, refetch } = useQuery({ ...productDialogQuery(productId ?? 0), enabled: productId !== undefined });
  const garment = useMemo(() => data && dialogToOrderableGarment(data), [data]);
  const isUnknown = isNotFound(error);
  return (
    <Dialog
      opened={productId !== undefined}
      onClose={onClose}
      width={1080}
      fullScreen={isNarrow}
      title={garment?.name ?? 'Product'}
      closeLabel="Close product"
    >
      {garment && data && (
        <ProductOrderDialogContent
          key={garment.id}
          garment={garment}
          product={data.product}
          source={source}
          wearer={wearer}
          onAdded={onClose}
        />
      )}
      {!garment && !isError && (
        <Loading label="Loading the product">
          <GarmentLayout
            inDialog
            pictures={<div className={css.noPicture} />}
            summary={<SkeletonBlock width={120} height={28} />}
          >
            <SkeletonBlock width="70%" height={44} />
            <SkeletonText lines={3} />
          </GarmentLayout>
        </Loading>
      )}
      {!garment && isError && (
        <ErrorState
          title={isUnknown ? 'This product is not in your range.' : 'The product could not be loaded.'}
          error={error}
          onRetry={isUnknown ? undefined : () => void refetch()}
        />
      )}
    </Dialog>
  );
}
