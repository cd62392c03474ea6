import { Fragment } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { type ListKey, useListClient } from './list-client.ts';
import css from './lists.module.css';

interface Props {
  opened: boolean;
  keys: readonly ListKey[];
  onClose: () => void;
}

/** The keys that act on a list or on any page, and those that open pages. */
export function ListKeysHelp({ opened, keys, onClose }: Props) {
  const { pageKeys } = useListClient();
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard" closeLabel="Close keyboard help">
      <Keys keys={keys} />
      {pageKeys.map(({ title = '', keys: opening }) => (
        <Fragment key={title}>
          {title && <h3 className={css.keysOf}>{title}</h3>}
          <Keys keys={opening} />
        </Fragment>
      ))}
    </Dialog>
  );
}

const Keys = ({ keys }: { keys: readonly ListKey[] }) => (
  <dl className={css.keys}>
    {keys.map(({ keys: pressed, does }) => (
      <div key={does}>
        <dt>
          {pressed.map((key) => (
            <Fragment key={key}>
              <kbd>{key}</kbd>{' '}
            </Fragment>
          ))}
        </dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
);
