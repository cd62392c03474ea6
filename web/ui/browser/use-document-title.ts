import { useEffect } from 'react';

// The server wrote the brand's name into the document; pages put their own before it.
const company = globalThis.document?.title ?? '';

/** Names the page in the browser's tab and for screen readers. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = company ? `${title} · ${company}` : title;
  }, [title]);
}
