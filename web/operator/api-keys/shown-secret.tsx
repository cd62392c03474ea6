import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from '../operator-forms.module.css';

/** A new secret, which is shown this once, to copy. */
export function ShownSecret({ secret, note, onDone }: { secret: string; note: string; onDone: () => void }) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      showError('Your browser did not allow copying. Please select the secret and copy it yourself.');
    }
  }

  return (
    <Stack gap={18}>
      <Notice tone="success" role="status">
        Copy the secret to the other system now. It is not shown again. {note}
      </Notice>
      <code className={css.secret}>{secret}</code>
      <Group gap={10}>
        <Button onClick={onDone}>I have saved the secret</Button>
        <Button variant="default" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy secret'}
        </Button>
      </Group>
    </Stack>
  );
}
