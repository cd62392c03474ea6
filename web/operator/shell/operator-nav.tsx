import { Link, useLocation } from 'react-router';
import menu from '#web/app/shell/user-menu.module.css';
import { usePanel } from '#web/ui/buttons/use-panel.ts';
import css from './operator-shell.module.css';

interface Props {
  /** Each with the path that it and the pages of its entry have in common. */
  pages: readonly { to: string; section: string; label: string }[];
}

/** The navigation between the operators' pages: a row, or a menu where there is no room for one. */
export function OperatorNav({ pages }: Props) {
  const { pathname } = useLocation();
  const { buttonProps, panelProps, close } = usePanel<HTMLElement>();
  const links = (className?: string) =>
    pages.map(({ to, section, label }) => (
      <Link
        key={to}
        to={to}
        {...(className === undefined ? {} : { className })}
        aria-current={pathname === section || pathname.startsWith(`${section}/`) ? 'page' : undefined}
        onClick={close}
      >
        {label}
      </Link>
    ));
  return (
    <>
      <nav className={css.nav} aria-label="Main">
        {links()}
      </nav>
      <button type="button" className={css.menuButton} {...buttonProps}>
        Menu
      </button>
      <nav {...panelProps} className={`${menu.panel} ${css.menu}`} aria-label="Main">
        {links(menu.item)}
      </nav>
    </>
  );
}
