import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';
import css from './nav-group.module.css';
import { isWithinNavEntry, type NavGroup } from './nav-items.ts';

interface Props {
  group: NavGroup;
  pathname: string;
  /** Content of the button. */
  children: ReactNode;
}

/** Several links of the navigation behind one button, which opens them: in the header below it, on phones above the bar. */
export function NavGroupButton({ group, pathname, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-current={isWithinNavEntry(pathname, group) ? 'true' : undefined}
        onClick={({ currentTarget }) =>
          panel.current?.style.setProperty('--left', `${currentTarget.getBoundingClientRect().left}px`)
        }
      >
        {children}
      </button>
      <div id={id} popover="auto" ref={panel} className={css.panel}>
        {group.items.map((item) => (
          <Link
            key={item.to}
            to={item.to}
            aria-current={isWithinNavEntry(pathname, item) ? 'page' : undefined}
            onClick={() => panel.current?.hidePopover()}
          >
            <item.Icon />
            {item.label}
          </Link>
        ))}
      </div>
    </>
  );
}
