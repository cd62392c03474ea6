import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { isWithinNavEntry, type NavPage, type NavPages } from '#web/app/shell/nav-entry.ts';
import { NavGroupButton } from '#web/app/shell/nav-group.tsx';
import menu from '#web/app/shell/user-menu.module.css';
import { usePanel } from '#web/ui/buttons/use-panel.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import type { OperatorNavEntry } from './navigation.ts';
import css from './operator-shell.module.css';

interface Props {
  entries: readonly OperatorNavEntry[];
}

/** The navigation between the operators' pages: a row in which groups open below their buttons, or one menu where there is no room for the row. */
export function OperatorNav({ entries }: Props) {
  const { pathname } = useLocation();
  const { buttonProps, panelProps, close } = usePanel<HTMLElement>();
  return (
    <>
      <nav className={css.nav} aria-label="Main">
        {entries.map((entry) =>
          'items' in entry ? (
            <NavGroupButton key={entry.label} group={entry} pathname={pathname}>
              {entry.label}
              <DownIcon size={14} />
            </NavGroupButton>
          ) : (
            <Link key={entry.to} to={entry.to} aria-current={isWithinNavEntry(pathname, entry) ? 'page' : undefined}>
              {entry.label}
            </Link>
          ),
        )}
      </nav>
      <button type="button" className={css.menuButton} {...buttonProps}>
        Menu
      </button>
      <nav {...panelProps} className={`${menu.panel} ${css.menu}`} aria-label="Main">
        {entries.map((entry) =>
          'items' in entry ? (
            <MenuGroup key={entry.label} group={entry} pathname={pathname} onClick={close} />
          ) : (
            <MenuLink key={entry.to} page={entry} pathname={pathname} onClick={close} />
          ),
        )}
      </nav>
    </>
  );
}

interface InMenu {
  pathname: string;
  onClick: () => void;
}

function MenuGroup({ group: { label, items }, ...rest }: InMenu & { group: NavPages }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-labelledby={id} className={css.group}>
      <div id={id} className={css.groupName}>
        {label}
      </div>
      {items.map((page) => (
        <MenuLink key={page.to} page={page} {...rest} />
      ))}
    </div>
  );
}

const MenuLink = ({ page, pathname, onClick }: InMenu & { page: NavPage }) => (
  <Link to={page.to} className={menu.item} aria-current={isWithinNavEntry(pathname, page) ? 'page' : undefined} onClick={onClick}>
    {page.label}
  </Link>
);
