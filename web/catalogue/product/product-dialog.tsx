import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../api-error.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useIsNarrow } from '../../ui/narrow.ts';
import { Loading, SkeletonBlock, SkeletonText } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { garmentOfDialog } from '../garment.ts';
import { DialogSheet } from './dialog-sheet.tsx';
import css from './product-dialog.module.css';
import { dialogQuery } from './product-query.ts';

interface Props {
  /** Undefined while it is closed. */
  productId: number | undefined;
  onClose: () => void;
}

/** A product above the list: chosen and put into the cart without leaving it. */
export function ProductDialog({ productId, onClose }: Props) {
  const isNarrow = useIsNarrow(768);
  const { data, error, isError, refetch } = useQuery({ ...dialogQuery(productId ?? 0), enabled: productId !== undefined });
  const garment = useMemo(() => data && garmentOfDialog(data), [data]);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Dialog
      opened={productId !== undefined}
      onClose={onClose}
      width={1080}
      fullScreen={isNarrow}
      title={garment?.name ?? 'Product'}
      closeLabel="Close product"
    >
      {garment && data && <DialogSheet key={garment.id} garment={garment} product={data.product} />}
      {!garment && !isError && (
        <Loading label="Loading the product">
          <div className={css.columns}>
            <div className={css.noPicture} />
            <div className={css.choosing}>
              <SkeletonBlock width={120} height={28} />
              <SkeletonBlock width="70%" height={44} />
              <SkeletonText lines={3} />
            </div>
          </div>
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
