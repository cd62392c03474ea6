import type { ReactNode } from 'react';
import { useDocumentTitle } from '#web/ui/browser/use-document-title.ts';
import css from './operator-entry.module.css';

interface Props {
  title: string;
  intro?: string | undefined;
  /** For content that needs more room than a form. */
  wide?: boolean;
  children: ReactNode;
}

/** Layout of the operators' pages that need no session. */
export function OperatorEntry({ title, intro, wide, children }: Props) {
  useDocumentTitle(title);
  return (
    <div className={css.screen}>
      <main className={css.main} data-wide={wide || undefined}>
        <p className={css.name}>Livery operator</p>
        <h1>{title}</h1>
        {intro && <p className={css.intro}>{intro}</p>}
        {children}
      </main>
    </div>
  );
}
