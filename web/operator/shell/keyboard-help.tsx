import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import css from './operator-shell.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  navigation: readonly { to: string; label: string; key?: string | undefined }[];
}

/** The list of the keys that work on every page. */
export const KeyboardHelp = ({ opened, onClose, navigation }: Props) => (
  <Dialog opened={opened} onClose={onClose} title="Keyboard" closeLabel="Close keyboard help">
    <dl className={css.keys}>
      {navigation.map(({ to, label, key }) =>
        key === undefined ? null : (
          <div key={to} className={css.pair}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ),
      )}
      <dt>
        <kbd>?</kbd>
      </dt>
      <dd>Show these keys</dd>
    </dl>
  </Dialog>
);
