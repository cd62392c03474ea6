import { lazy, useEffect, useState } from 'react';
import { SearchIcon } from '#web/ui/content/icons.tsx';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';
import './recent.ts';
import css from './search-button.module.css';

const load = async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog });
const SearchDialog = lazy(load);

const isMac = () => /^(Mac|iP)/.test(navigator.platform);

/** Opens the search of the whole portal; so does Ctrl+K or ⌘K anywhere, unless another dialog is open. */
export function SearchButton() {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // Browsers use it for their own search.
      event.preventDefault();
      if (document.querySelector('[role="dialog"]:not([data-search])')) return;
      setOpened((isOpen) => !isOpen);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label="Search"
        onClick={() => setOpened(true)}
      >
        <SearchIcon size={20} />
        <span className={css.label}>Search</span>
        <kbd className={css.keys}>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <LazyDialog opened={opened} load={load}>
        {(isOpen) => <SearchDialog opened={isOpen} onClose={() => setOpened(false)} />}
      </LazyDialog>
    </>
  );
}
