import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useRevokeKey } from '../api-keys/use-revoke-key.ts';
import type { TeamMember } from './team-member.ts';

/** The API keys that a disabled operator created, which go on working, with a button that revokes each. */
export function KeysOf({ member: { name, apiKeys } }: { member: TeamMember }) {
  const [revoked, setRevoked] = useState<readonly number[]>([]);
  const revoke = useRevokeKey(({ id }) => setRevoked((before) => [...before, id]));
  const left = apiKeys.filter(({ id }) => !revoked.includes(id));
  if (left.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>API keys that {name} created still work. Revoke those whose secret only they know.</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
      <ul role="list" aria-label={`API keys of ${name}`}>
        {left.map((key) => (
          <Group key={key.id} component="li" gap="xs" mt={8}>
            <strong>{key.name}</strong>
            <Button size="compact-sm" variant="default" disabled={revoke.isPending} onClick={() => revoke.mutate(key)}>
              Revoke<VisuallyHidden> {key.name}</VisuallyHidden>
            </Button>
          </Group>
        ))}
      </ul>
    </Notice>
  );
}
