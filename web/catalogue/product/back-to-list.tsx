import { Link, useLocation } from 'react-router';
import { useMay } from '../../hooks/profile.ts';
import { paths } from '../../paths.ts';
import { LeftIcon } from '../../ui/icons.tsx';
import css from './back-to-list.module.css';

/** What a link to a product carries along: the list from which it was opened. */
export interface FromList {
  list?: string;
}

/** Back to the list as it was left, with its search, filters and page; nothing for who may not list products. */
export function BackToList() {
  const { list } = (useLocation().state ?? {}) as FromList;
  const mayList = useMay('AllowProducts');
  const mayListAsDialog = useMay('AllowProductsModal');
  if (!mayList && !mayListAsDialog) return null;
  return (
    <Link to={list ?? (mayList ? paths.products() : paths.productsModal())} className={css.back}>
      <LeftIcon size={16} />
      Products
    </Link>
  );
}
