import { useEffect, useRef } from 'react';
import { PeopleIcon } from '#web/ui/content/icons.tsx';
import { formatTime } from '#web/ui/format/format.ts';
import { useImpersonation, useImpersonationExpiry, useImpersonationSwitch } from '../session/impersonation.ts';
import css from './impersonation-banner.module.css';

/** Shows on every screen who is ordering for whom, with a button to stop. Renders nothing without impersonation. */
export function ImpersonationBanner() {
  const impersonation = useImpersonation();
  const { stop, busy } = useImpersonationSwitch();
  const bar = useRef<HTMLElement>(null);
  useImpersonationExpiry(impersonation?.endsOnUtc);

  // The page below needs the banner's height, which depends on how many lines the names take.
  const shown = impersonation !== undefined;
  useEffect(() => {
    const element = bar.current;
    if (!shown || !element) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty('--impersonation-banner', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--impersonation-banner');
    };
  }, [shown]);

  if (!impersonation) return null;
  return (
    <section ref={bar} className={css.bar} aria-label="Ordering for someone">
      <p className={css.text}>
        <PeopleIcon size={20} className={css.icon} />
        <span>
          <strong>{impersonation.actor}</strong> is ordering for <strong>{impersonation.person}</strong>
          {impersonation.endsOnUtc && <span className={css.until}> until {formatTime(impersonation.endsOnUtc)}</span>}
        </span>
      </p>
      <button type="button" className={css.stop} disabled={busy !== undefined} onClick={() => void stop()}>
        Stop ordering for {impersonation.person}
      </button>
    </section>
  );
}
