import { Link } from 'react-router';
import menu from '#web/app/shell/user-menu.module.css';
import { usePanel } from '#web/ui/buttons/use-panel.ts';
import { InfoIcon, LogOutIcon, PersonIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { operatorPaths } from '../operator-paths.ts';

interface Props {
  operator: { name: string; brands: readonly { companyName: string }[] };
  onShowKeys: () => void;
  onLogOut: () => void;
}

/** Menu of the operator: name, brands, account, keys and logging out. */
export function OperatorMenu({ operator: { name, brands }, onShowKeys, onLogOut }: Props) {
  const { buttonProps, panelProps, close } = usePanel<HTMLDivElement>();

  return (
    <>
      <button type="button" className={menu.button} {...buttonProps}>
        <span aria-hidden="true">{initials(name)}</span>
        <VisuallyHidden>Your account, {name}</VisuallyHidden>
      </button>
      <div {...panelProps} className={menu.panel}>
        <div className={menu.who}>
          <strong>{name}</strong>
          <span>{brands.map(({ companyName }) => companyName).join(', ') || 'No brands'}</span>
        </div>
        <Link to={operatorPaths.account} className={menu.item} onClick={close}>
          <PersonIcon size={18} />
          Your account
        </Link>
        <button
          type="button"
          className={menu.item}
          onClick={() => {
            close();
            onShowKeys();
          }}
        >
          <InfoIcon size={18} />
          Keyboard
        </button>
        <button type="button" className={menu.item} onClick={onLogOut}>
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
