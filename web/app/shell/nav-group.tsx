import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePanel } from '#web/ui/buttons/use-panel.ts';
import { isWithinNavEntry, type NavPages } from './nav-entry.ts';
import css from './nav-group.module.css';

interface Props {
  group: NavPages;
  pathname: string;
  /** Content of the button. */
  children: ReactNode;
}

/** Several links of the navigation behind one button, which opens them: in the header below it, on phones above the bar. */
export function NavGroupButton({ group, pathname, children }: Props) {
  const { buttonProps, panel, panelProps, close } = usePanel<HTMLDivElement>();
  return (
    <>
      <button
        type="button"
        {...buttonProps}
        aria-current={isWithinNavEntry(pathname, group) ? 'true' : undefined}
        onClick={({ currentTarget }) => {
          panel.current?.style.setProperty('--left', `${currentTarget.getBoundingClientRect().left}px`);
          buttonProps.onClick();
        }}
      >
        {children}
      </button>
      <div {...panelProps} className={css.panel}>
        {group.items.map((item) => (
          <Link key={item.to} to={item.to} aria-current={isWithinNavEntry(pathname, item) ? 'page' : undefined} onClick={close}>
            {item.Icon && <item.Icon />}
            {item.label}
          </Link>
        ))}
      </div>
    </>
  );
}
