import { useEffect } from 'react';

// The server sets the brand's name as the document title; pages put their own title before it.
const company = globalThis.document?.title ?? '';

/** Sets the document title to the page title, followed by the brand's name. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = company ? `${title} · ${company}` : title;
  }, [title]);
}
