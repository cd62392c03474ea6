import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useHasPermission } from '#web/app/session/profile.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { findLastListUrl } from '../tiles/last-list-url.ts';

/** The product list that a person can see; undefined if they have no permission for one. */
function useList(): string | undefined {
  const asPages = useHasPermission('AllowProducts');
  const asDialogs = useHasPermission('AllowProductsModal');
  if (asPages) return paths.products();
  return asDialogs ? paths.productsModal() : undefined;
}

/** Link back to the list with its previous search, filters and page. */
export function BackToList() {
  const list = useList();
  return list ? <BackLink to={findLastListUrl(list) ?? list}>Products</BackLink> : null;
}

/** Link to all products, for pages without other content. */
export function AllProducts() {
  const list = useList();
  return list ? (
    <Button component={Link} to={list}>
      Show all products
    </Button>
  ) : null;
}
