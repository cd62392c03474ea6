import { type ReactNode, useEffect } from 'react';
import { useDocumentTitle } from '#web/ui/browser/use-document-title.ts';
import { clearAlertOnNavigation } from '#web/ui/feedback/alerts.ts';
import { AuthLayout } from '../layout/auth-layout.tsx';

/** Layout of the screens for recovering or setting a password. */
export function PasswordScreen({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  useEffect(() => clearAlertOnNavigation, []);
  return (
    <AuthLayout>
      <h1>{title}</h1>
      {children}
    </AuthLayout>
  );
}
