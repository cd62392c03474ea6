import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Brand } from '#brands/brand.ts';
import { readNonce } from '#web/app/shell/portal-theme.tsx';
import { BrandThemeProvider } from '#web/themes/theme-provider.tsx';
import type { OrganisationColours } from '#web/themes/variables.ts';
import css from './preview-frame.module.css';

interface Props {
  /** Name of the frame for screen readers. */
  title: string;
  /** Width in pixels of the window that is shown. */
  width: number;
  brand: Brand;
  colours?: OrganisationColours;
  children: ReactNode;
}

/** Until its content has been laid out. */
const FIRST_HEIGHT = 320;

/** Copies the styles of this page, with the nonce that the security policy asks for. */
function copyStyles(to: Document): void {
  to.documentElement.lang = document.documentElement.lang;
  to.documentElement.setAttribute('data-mantine-color-scheme', 'light');
  for (const sheet of document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel="stylesheet"], style')) {
    const copy = to.importNode(sheet, true);
    // Browsers hide the attribute, and so do not copy it.
    if (sheet.nonce) copy.setAttribute('nonce', sheet.nonce);
    to.head.append(copy);
  }
}

/**
 * A part of the portal in a window of its own, of another width and in the look of a brand: it has its own media queries. Where there is less room it is
 * drawn smaller. Links in it lead nowhere.
 */
export function PreviewFrame({ title, width, brand, colours, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement>();
  const [room, setRoom] = useState(width);
  const [height, setHeight] = useState(FIRST_HEIGHT);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!body) return;
    const observer = new ResizeObserver(() => setHeight(body.scrollHeight));
    observer.observe(body);
    return () => observer.disconnect();
  }, [body]);

  const take = (frame: HTMLIFrameElement) => {
    const inner = frame.contentDocument;
    if (!inner?.body || inner.body === body) return;
    copyStyles(inner);
    setBody(inner.body);
  };
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  return (
    <div ref={place} className={css.place} style={{ height: height * scale, maxWidth: width }}>
      <iframe
        // A document of its own, in which pages are laid out as the portal's are.
        srcDoc="<!doctype html><title></title>"
        onLoad={(event) => take(event.currentTarget)}
        title={title}
        className={css.frame}
        style={{ width, height, transform: `scale(${scale})` }}
      />
      {body &&
        createPortal(
          <BrandThemeProvider brand={brand} nonce={readNonce()} {...(colours && { organisationColours: colours })}>
            <div className={css.body} onClickCapture={(event) => event.preventDefault()}>
              {children}
            </div>
          </BrandThemeProvider>,
          body,
        )}
    </div>
  );
}
