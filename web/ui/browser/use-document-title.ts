import { useEffect } from 'react';

// The server sets the brand's name as the document title; pages put their own title before it.
const company = globalThis.document?.title ?? '';

/** The title of the page that is shown, without the brand's name; empty if it has none of its own. */
export const getPageTitle = () => (document.title === company ? '' : document.title.replace(` · ${company}`, ''));

/** Sets the document title to the page title, followed by the brand's name. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = company ? `${title} · ${company}` : title;
  }, [title]);
}
