import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useMay } from '../../hooks/profile.ts';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { lastList } from '../listing/last-list.ts';

/** The list that a person may see; undefined for who may not list products. */
function useList(): string | undefined {
  const asPages = useMay('AllowProducts');
  const asDialogs = useMay('AllowProductsModal');
  if (asPages) return paths.products();
  return asDialogs ? paths.productsModal() : undefined;
}

/** Back to the list as it was left, with its search, filters and page. */
export function BackToList() {
  const list = useList();
  return list ? <BackLink to={lastList(list) ?? list}>Products</BackLink> : null;
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
