import type { ReactNode } from 'react';
import { useDocumentTitle } from '../browser/use-document-title.ts';
import css from './page-header.module.css';

interface Props {
  title: string;
  /** Name in the browser's tab, if it should be more specific than the title. */
  tab?: string;
  /** One line below the title. */
  children?: ReactNode;
  /** Whether a phone shows the title without that line, so that the list below comes first. */
  isBriefOnPhone?: boolean;
  /** Buttons and links to the right. */
  actions?: ReactNode;
  /** What leads back, above the title. */
  above?: ReactNode;
}

/** Title of a page, its only h1; names the browser's tab too. */
export function PageHeader({ title, tab, children, isBriefOnPhone = false, actions, above }: Props) {
  useDocumentTitle(tab ?? title);
  return (
    <header className={css.header}>
      {above && <div className={css.above}>{above}</div>}
      <h1 tabIndex={-1}>{title}</h1>
      {children && (
        <div className={css.below} data-brief={isBriefOnPhone || undefined}>
          {children}
        </div>
      )}
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  );
}
