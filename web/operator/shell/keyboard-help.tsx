import { lazy } from 'react';
import type { ListKey } from '#web/app/lists/list-client.ts';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';

const load = async () => ({ default: (await import('#web/app/lists/list-keys-help.tsx')).ListKeysHelp });
const ListKeysHelp = lazy(load);

const OWN_KEYS: readonly ListKey[] = [{ keys: ['?'], does: 'These keys' }];

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The list of the keys that work on every page. */
export const KeyboardHelp = ({ opened, onClose }: Props) => (
  <LazyDialog opened={opened} load={load}>
    {(isOpen) => <ListKeysHelp opened={isOpen} keys={OWN_KEYS} onClose={onClose} />}
  </LazyDialog>
);
