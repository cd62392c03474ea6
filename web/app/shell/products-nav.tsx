import { NavLink } from 'react-router';
import { paths } from '../paths.ts';
import { productListPermissions, useHasPermission, useSeesAdministration } from '../session/profile.ts';
import nav from './people-nav.module.css';

/** Between the products that people see and the range that administrators keep, above the title of both. Others need no navigation here. */
export function ProductsNav() {
  const managesRange = useSeesAdministration();
  const hasPages = useHasPermission('AllowProducts');
  const hasList = useHasPermission(...productListPermissions);
  if (!managesRange || !hasList) return null;
  return (
    <nav className={nav.nav} aria-label="Products">
      <NavLink to={hasPages ? paths.products() : paths.productsModal()} end>
        Products
      </NavLink>
      <NavLink to={paths.range()}>Range</NavLink>
    </nav>
  );
}
