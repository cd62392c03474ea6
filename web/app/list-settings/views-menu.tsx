import { Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { MAX_LIST_VIEWS } from '#contract/identity/list-settings/list-view-limits.ts';
import { MenuAction } from '#web/ui/buttons/menu-action.tsx';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import type { List } from './list-settings.ts';
import css from './list-views.module.css';
import { type ListView, type ListViewContent, useListViews } from './use-list-views.ts';
import { ViewDialog } from './view-dialog.tsx';

interface Props {
  list: List;
  /** The id of the view that was opened last; 0 for none. */
  openedId: number;
  /** The filters and columns as they are now. */
  content: ListViewContent;
  /** The filters of the default view. */
  defaultFilters: string;
  /** What is saved with a view: "The tab, filters, order and columns are saved." */
  summary: string;
  /** Shows a view; undefined for the list without filters and with its usual columns. */
  onOpen: (view: ListView | undefined) => void;
}

const shorten = (name: string) => (name.length > 24 ? `${name.slice(0, 23)}…` : name);

const isSame = (view: ListViewContent, content: ListViewContent) =>
  view.filters === content.filters && JSON.stringify(view.columns) === JSON.stringify(content.columns);

/** The person's saved views of a list: opens one, saves the list as it is, and changes the one that is open. */
export function ViewsMenu({ list, openedId, content, defaultFilters, summary, onOpen }: Props) {
  const { views, busy, add, rename, update, remove } = useListViews(list);
  const [dialog, setDialog] = useState<'new' | 'rename'>();
  const button = useRef<HTMLButtonElement>(null);
  // The item that had the focus before is gone together with the menu.
  const closeDialog = () => {
    setDialog(undefined);
    requestAnimationFrame(() => button.current?.focus());
  };
  const opened = views?.find(({ id }) => id === openedId);
  const changed = opened !== undefined && !isSame(opened, content);
  const isDefault = opened === undefined && isSame({ filters: defaultFilters, columns: null }, content);
  const full =
    views && views.filter(({ isShared }) => !isShared).length >= MAX_LIST_VIEWS
      ? `You can save up to ${MAX_LIST_VIEWS} views. Delete one first.`
      : undefined;
  return (
    <>
      <MenuButton
        ref={button}
        label={opened ? `View: ${shorten(opened.name)}${changed ? ' (changed)' : ''}` : 'Views'}
        disabled={!views || busy}
      >
        <Choice isCurrent={isDefault} onClick={() => onOpen(undefined)}>
          Default view
        </Choice>
        {views?.map((view) => (
          <Choice key={view.id} isCurrent={view.id === openedId && !changed} onClick={() => onOpen(view)}>
            {view.name}
          </Choice>
        ))}
        <Menu.Divider />
        {opened?.canChange && (
          <>
            <MenuAction
              blocker={changed ? undefined : 'Filters, order and columns are as saved.'}
              onClick={() => update(opened, content)}
            >
              Update this view
            </MenuAction>
            <Menu.Item onClick={() => setDialog('rename')}>Rename this view…</Menu.Item>
            <Menu.Item onClick={() => remove(opened)}>Delete this view</Menu.Item>
            <Menu.Divider />
          </>
        )}
        <MenuAction blocker={full} onClick={() => setDialog('new')}>
          {opened ? 'Save as a new view…' : 'Save this view…'}
        </MenuAction>
      </MenuButton>
      {dialog && (
        <ViewDialog
          view={dialog === 'rename' ? opened : undefined}
          summary={summary}
          save={(name) => (dialog === 'rename' && opened ? rename(opened.id, name) : add({ name, ...content }))}
          onSaved={(view) => dialog === 'new' && onOpen(view)}
          onClose={closeDialog}
        />
      )}
    </>
  );
}

const Choice = ({ isCurrent, onClick, children }: { isCurrent: boolean; onClick: () => void; children: string }) => (
  <Menu.CheckboxItem checked={isCurrent} onChange={onClick} closeMenuOnClick>
    <span className={css.name} title={children}>
      {children}
    </span>
  </Menu.CheckboxItem>
);
