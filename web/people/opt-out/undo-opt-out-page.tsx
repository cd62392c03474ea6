import '#web/ui/styles/mantine-layout.css';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RegisterLayout } from '../registration/form/register-layout.tsx';
import css from '../registration/form/register-page.module.css';
import { UndoOptOut } from './undo-opt-out.tsx';

/** The screen behind the link in the mail that confirms an opt-out. Opening it calls nothing. */
export function UndoOptOutPage() {
  const [search] = useSearchParams();
  return (
    <RegisterLayout>
      <PageHeader title="Undo your opt-out" />
      <UndoOptOut customerGuid={search.get('id') ?? ''}>
        {(button) => (
          <>
            <p>You have opted out of receiving a uniform. If you undo this, uniforms can be allocated to you again.</p>
            {button}
          </>
        )}
      </UndoOptOut>
      <p className={css.back}>
        <Link to={paths.login()}>Go to login page</Link>
      </p>
    </RegisterLayout>
  );
}
