import { Fragment } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { type ListKey, useListClient } from './list-client.ts';
import css from './lists.module.css';

/** The keys that act on a list, and those of every page. */
export function ListKeysHelp({ keys, onClose }: { keys: readonly ListKey[]; onClose: () => void }) {
  const { pageKeys } = useListClient();
  return (
    <Dialog opened onClose={onClose} title="Keyboard" closeLabel="Close keyboard help">
      <dl className={css.keys}>
        {[...keys, ...pageKeys].map(({ keys: pressed, does }) => (
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
    </Dialog>
  );
}
