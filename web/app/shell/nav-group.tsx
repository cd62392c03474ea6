import { useId, useRef } from 'react';
import { Link } from 'react-router';
import css from './nav-group.module.css';
import { isWithinNavEntry, type NavGroup } from './nav-items.ts';

/** Several links of the bottom navigation behind one button, which opens them above the bar. */
export function NavGroupButton({ group, pathname }: { group: NavGroup; pathname: string }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" popoverTarget={id} aria-current={isWithinNavEntry(pathname, group) ? 'true' : undefined}>
        <group.Icon size={22} />
        {group.label}
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
