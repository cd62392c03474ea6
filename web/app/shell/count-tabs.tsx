import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import css from './count-tabs.module.css';

/** One part of a list, with its number of rows. */
export interface CountTab {
  label: string;
  /** The query string of the page that shows this part. */
  search: string;
  isCurrent: boolean;
  /** Undefined until it is known, null for a part without. */
  count: number | null | undefined;
  /** Set for a part that overlaps with the others: it says how. */
  overlap?: string;
}

interface Props {
  /** Names the navigation for screen readers. */
  label: string;
  tabs: readonly CountTab[];
  /** Whether the counts belong to the previous filters. */
  stale: boolean;
}

/** Links to the parts of a list, each with its number of rows, in the form of tabs. */
export function CountTabs({ label, tabs, stale }: Props) {
  const nav = useRef<HTMLElement>(null);
  const hints = useId();
  const current = tabs.findIndex(({ isCurrent }) => isCurrent);
  // On a phone not all tabs fit: scroll to the current one, and never the page.
  useEffect(() => {
    const link = nav.current?.querySelectorAll('a')[current];
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.clientWidth) / 2;
  }, [current]);
  return (
    <nav ref={nav} className={css.tabs} aria-label={label} data-stale={stale || undefined}>
      {tabs.map((tab, index) => (
        <Link
          key={tab.label}
          className={css.tab}
          to={{ search: tab.search }}
          preventScrollReset
          aria-current={tab.isCurrent ? 'page' : undefined}
          aria-describedby={tab.overlap && `${hints}-${index}`}
          title={tab.overlap}
          data-overlap={tab.overlap ? true : undefined}
        >
          {tab.label}
          {tab.count !== null && ' '}
          {tab.count !== null && <span className={css.count}>{tab.count === undefined ? '' : formatNumber(tab.count)}</span>}
        </Link>
      ))}
      {tabs.map(
        ({ label: name, overlap }, index) =>
          overlap && (
            <VisuallyHidden key={name}>
              <span id={`${hints}-${index}`}>{overlap}</span>
            </VisuallyHidden>
          ),
      )}
    </nav>
  );
}
