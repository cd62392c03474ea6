import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useHasPermission } from '#web/app/session/profile.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { findLastListUrl } from '../listing/last-list-url.ts';

/** The list that a person may see; undefined for who may not list products. */
function useList(): string | undefined {
  const asPages = useHasPermission('AllowProducts');
  const asDialogs = useHasPermission('AllowProductsModal');
  if (asPages) return paths.products();
  return asDialogs ? paths.productsModal() : undefined;
}

/** Back to the list as it was left, with its search, filters and page. */
export function BackToList() {
  const list = useList();
  return list ? <BackLink to={findLastListUrl(list) ?? list}>Products</BackLink> : null;
}

/** On to all products, where there is nothing else to be seen. */
export function AllProducts() {
  const list = useList();
  return list ? (
    <Button component={Link} to={list}>
      Show all products
    </Button>
  ) : null;
}
