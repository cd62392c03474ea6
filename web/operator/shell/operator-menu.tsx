import { useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import menu from '#web/app/shell/user-menu.module.css';
import { InfoIcon, LogOutIcon, PersonIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { logOutOperator } from '../session/log-out.ts';

interface Props {
  operator: { name: string; brands: readonly { companyName: string }[] };
  onShowKeys: () => void;
}

/** Menu of the operator: name, brands, account, keys and logging out. */
export function OperatorMenu({ operator: { name, brands }, onShowKeys }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  async function logOut() {
    // First, so that the shell, which then opens the log-in, does not ask it to lead back to this page.
    await navigate({ pathname, search }, { replace: true, state: { ended: true } });
    logOutOperator();
  }

  return (
    <>
      <button type="button" className={menu.button} popoverTarget="operator-menu">
        <span aria-hidden="true">{initials(name)}</span>
        <VisuallyHidden>Your account, {name}</VisuallyHidden>
      </button>
      <div id="operator-menu" popover="auto" ref={panel} className={menu.panel}>
        <div className={menu.who}>
          <strong>{name}</strong>
          <span>{brands.map(({ companyName }) => companyName).join(', ') || 'No brands'}</span>
        </div>
        <Link to={operatorPaths.account} className={menu.item} onClick={() => panel.current?.hidePopover()}>
          <PersonIcon size={18} />
          Your account
        </Link>
        <button
          type="button"
          className={menu.item}
          onClick={() => {
            panel.current?.hidePopover();
            onShowKeys();
          }}
        >
          <InfoIcon size={18} />
          Keyboard
        </button>
        <button type="button" className={menu.item} onClick={() => void logOut()}>
          <LogOutIcon size={18} />
          Log out
        </button>
      </div>
    </>
  );
}

/** The first letters of the first and the last word of a name. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return ([...first].slice(0, 1).join('') + [...last].slice(0, 1).join('')).toUpperCase();
}
