import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { useOrderingLink } from '#web/app/session/ordering-link.ts';
import { cataloguePermissions, useHasPermission } from '#web/app/session/profile.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { CartLine } from './cart-line.tsx';
import css from './cart-page.module.css';
import { CartSkeleton } from './cart-skeleton.tsx';
import { CartBar, CartSummary } from './cart-summary.tsx';
import { CrossSell } from './cross-sell.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { applyPendingQuantities } from './pending-quantities.ts';
import { useCartChanges } from './use-cart-changes.ts';

export function CartPage() {
  const { data, error, refetch } = useQuery(cartQuery);
  const { pendingQuantities, refusalReasons, offline, setQuantity, remove, settle } = useCartChanges();
  const { leaving, goToCheckout } = useWayToCheckout(settle);
  const mayOpenProduct = useHasPermission(...cataloguePermissions);
  const start = useOrderingLink();
  const person = useImpersonatedName();
  const title = person ? `Cart of ${person}` : 'Cart';

  if (!data) {
    return (
      <>
        <PageHeader title={title} />
        {error ? (
          <Card>
            <ErrorState title="Your cart could not be loaded." error={error} onRetry={() => void refetch()} />
          </Card>
        ) : (
          <CartSkeleton />
        )}
      </>
    );
  }

  const cart = applyPendingQuantities(data, pendingQuantities);
  if (cart.items.length === 0) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyCart />
      </>
    );
  }
  const summary = { cart, estimated: cart !== data, leaving, onCheckout: () => void goToCheckout() };
  return (
    <>
      <PageHeader title={title} actions={start && <Link to={start.to}>Continue shopping</Link>}>
        {plural(cart.items.length, 'line')}, {plural(cart.totalQuantity, 'garment')}
      </PageHeader>
      <div className={css.columns}>
        <div className={css.main}>
          {offline && (
            <Notice tone="warning" role="status">
              The server cannot be reached. Your changes are kept here and sent as soon as it answers.
            </Notice>
          )}
          {cart.warnings.length > 0 && <Notice tone="warning">{cart.warnings.join('\n')}</Notice>}
          <Card flush aria-label="Lines">
            <div className={css.head} aria-hidden="true">
              <span>Garment</span>
              <span>Price</span>
              <span>Quantity</span>
              <span>Total</span>
            </div>
            <ul className={css.lines}>
              {cart.items.map((line) => (
                <CartLine
                  key={line.id}
                  line={line}
                  currencyCode={cart.currencyCode}
                  canOpenProduct={mayOpenProduct}
                  refusalReason={refusalReasons.get(line.id)}
                  onQuantity={setQuantity}
                  onRemove={remove}
                />
              ))}
            </ul>
          </Card>
          {mayOpenProduct && <CrossSell productIds={cart.items.map(({ productId }) => productId)} />}
        </div>
        <CartSummary {...summary} />
      </div>
      <CartBar {...summary} />
    </>
  );
}

/** To the checkout, once the server knows every quantity that can be seen here. */
function useWayToCheckout(settle: () => Promise<boolean>) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  async function goToCheckout() {
    setLeaving(true);
    const settled = await settle();
    setLeaving(false);
    if (settled) await navigate(paths.checkout());
    else showError('A change of your cart could not be saved yet. Please look at the lines and try again.');
  }
  return { leaving, goToCheckout };
}
