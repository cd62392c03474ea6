import { type ReactNode, useEffect } from 'react';
import { clearAlertOnNavigation } from '../ui/alerts.ts';
import { useDocumentTitle } from '../ui/document-title.ts';
import { EntryFrame } from './entry-frame.tsx';

/** A screen of recovering or setting a password. */
export function PasswordScreen({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  useEffect(() => clearAlertOnNavigation, []);
  return (
    <EntryFrame>
      <h1>{title}</h1>
      {children}
    </EntryFrame>
  );
}
