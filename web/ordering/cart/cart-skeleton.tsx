import { SkeletonBlock, SkeletonRows, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import css from './cart-page.module.css';

/** The layout of the cart page while the cart is loading. */
export const CartSkeleton = () => (
  <PageLoading label="Loading your cart">
    <div className={css.columns}>
      <Card flush>
        <SkeletonRows rows={3} height={105} />
      </Card>
      <Card>
        <SkeletonText lines={4} />
        <div className={css.onlyWide}>
          <SkeletonBlock height={40} />
        </div>
      </Card>
    </div>
  </PageLoading>
);
