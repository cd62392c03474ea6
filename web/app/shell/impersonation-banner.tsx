import { useEffect, useRef } from 'react';
import { PeopleIcon } from '#web/ui/content/icons.tsx';
import { formatTime } from '#web/ui/format/format.ts';
import { useImpersonation, useImpersonationExpiry, useImpersonationSwitch } from '../session/impersonation.ts';
import css from './impersonation-banner.module.css';

/** Says on every screen who is ordering for whom, and leads out of it. Nothing while people order for themselves. */
export function ImpersonationBanner() {
  const acting = useImpersonation();
  const { stop, busy } = useImpersonationSwitch();
  const bar = useRef<HTMLElement>(null);
  useImpersonationExpiry(acting?.endsOnUtc);

  // The rest of the page leaves room for it, however many rows the names take.
  const shown = acting !== undefined;
  useEffect(() => {
    const element = bar.current;
    if (!shown || !element) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty('--acting-bar', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--acting-bar');
    };
  }, [shown]);

  if (!acting) return null;
  return (
    <section ref={bar} className={css.bar} aria-label="Ordering for someone">
      <p className={css.text}>
        <PeopleIcon size={20} className={css.icon} />
        <span>
          <strong>{acting.actor}</strong> is ordering for <strong>{acting.person}</strong>
          {acting.endsOnUtc && <span className={css.until}> until {formatTime(acting.endsOnUtc)}</span>}
        </span>
      </p>
      <button type="button" className={css.stop} disabled={busy !== undefined} onClick={() => void stop()}>
        Stop ordering for {acting.person}
      </button>
    </section>
  );
}
