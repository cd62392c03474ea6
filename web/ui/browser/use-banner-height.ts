import { type RefObject, useEffect } from 'react';

/** Tells the page below a banner the height of it, which depends on how many lines the names in it take. */
export function useBannerHeight(banner: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const element = banner.current;
    if (!isShown || !element) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty('--impersonation-banner', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--impersonation-banner');
    };
  }, [isShown, banner]);
}
