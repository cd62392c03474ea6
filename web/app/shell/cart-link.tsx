import { Link } from 'react-router';
import { CartIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { plural } from '#web/ui/format/format.ts';
import { useCartCount } from '../cart.ts';
import { paths } from '../paths.ts';
import css from './shell.module.css';

/** Leads to the cart and shows how much is in it. */
export function CartLink({ pathname, className }: { pathname: string; className?: string }) {
  const count = useCartCount();
  const within = pathname === paths.cart() || pathname === paths.checkout();
  return (
    <Link to={paths.cart()} className={className} aria-current={within ? 'page' : undefined}>
      <span className={css.cartIcon}>
        <CartIcon size={22} />
        {count !== undefined && count > 0 && (
          <span className={`${css.count} figures`} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      <span>
        Cart
        {count !== undefined && <VisuallyHidden>, {plural(count, 'item')}</VisuallyHidden>}
      </span>
    </Link>
  );
}
