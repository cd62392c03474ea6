import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './operator-entry.module.css';
import { startOperatorSession } from './operator-session.ts';
import { logInWithPasskey, preparePasskeys } from './passkeys.ts';

/** The button with which an operator logs in with a passkey, in browsers that have them. */
export function PasskeyLogIn({ label }: { label: string }) {
  const [isOffered] = useState(preparePasskeys);
  const logIn = useMutation({ mutationFn: logInWithPasskey, onSuccess: startOperatorSession });
  if (!isOffered) return null;
  return (
    <div className={css.form}>
      <Button variant="default" fullWidth size="md" loading={logIn.isPending} onClick={() => logIn.mutate()}>
        {label}
      </Button>
      {logIn.error && <Notice tone="danger">{logIn.error.message}</Notice>}
    </div>
  );
}
