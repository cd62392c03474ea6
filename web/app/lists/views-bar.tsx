import { Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { MAX_LIST_VIEWS } from '#contract/identity/list-settings/list-view-limits.ts';
import { MenuAction } from '#web/ui/buttons/menu-action.tsx';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import type { ListCall, ListRow } from './define-list.ts';
import css from './list-views.module.css';
import { type ListView, type ListViewContent, useListViews } from './list-views.ts';
import type { ListModel } from './use-list.ts';
import { ViewDialog } from './view-dialog.tsx';

interface Props<C extends ListCall, Row extends ListRow, Context> {
  model: Pick<ListModel<C, Row, Context>, 'list' | 'openView' | 'viewContent' | 'viewId'>;
  /** Shows a menu, where there is no room for a row of buttons. */
  isNarrow: boolean;
}

const isSame = (view: ListViewContent, content: ListViewContent) =>
  view.filters === content.filters && JSON.stringify(view.columns) === JSON.stringify(content.columns);

const nameOf = ({ name, isShared }: ListView) => (isShared ? `Shared: ${name}` : name);

/** The saved views of a list: opens one, saves the list as it is, and changes the one that is open. */
export function ViewsBar<C extends ListCall, Row extends ListRow, Context>({ model, isNarrow }: Props<C, Row, Context>) {
  const { list, viewId, viewContent: content, openView } = model;
  const { views = [], canShare, isBusy, add, change, update, remove } = useListViews(list.name);
  const [dialog, setDialog] = useState<'new' | 'change'>();
  const button = useRef<HTMLButtonElement>(null);
  // The item that had the focus before is gone together with the menu.
  const closeDialog = () => {
    setDialog(undefined);
    requestAnimationFrame(() => button.current?.focus());
  };
  const opened = views.find(({ id }) => id === viewId);
  const isChanged = opened !== undefined && !isSame(opened, content);
  const isFull = views.filter(({ isShared }) => !isShared).length >= MAX_LIST_VIEWS;
  const isEmpty = content.filters === '' && content.columns === null;
  const items = (
    <>
      {opened?.canChange && (
        <>
          <MenuAction
            blocker={isChanged ? undefined : 'Filters, order and columns are as saved.'}
            onClick={() => update(opened, content)}
          >
            Update “{opened.name}”
          </MenuAction>
          <Menu.Item onClick={() => setDialog('change')}>{canShare ? 'Rename or share…' : 'Rename…'}</Menu.Item>
          <Menu.Item onClick={() => remove(opened)}>Delete “{opened.name}”</Menu.Item>
          <Menu.Divider />
        </>
      )}
      <MenuAction
        blocker={
          isFull && !canShare
            ? `You can save up to ${MAX_LIST_VIEWS} views. Delete one first.`
            : isEmpty
              ? 'Search, filter or choose columns first.'
              : undefined
        }
        onClick={() => setDialog('new')}
      >
        {opened ? 'Save as a new view…' : 'Save this view…'}
      </MenuAction>
    </>
  );
  const choices = views.map((view) => ({ view, isCurrent: view.id === viewId && !isChanged }));
  return (
    <>
      {isNarrow ? (
        <MenuButton ref={button} label={opened ? nameOf(opened) : 'Views'} disabled={isBusy}>
          <Menu.CheckboxItem checked={opened === undefined} closeMenuOnClick onChange={() => openView(undefined)}>
            Usual view
          </Menu.CheckboxItem>
          {choices.map(({ view, isCurrent }) => (
            <Menu.CheckboxItem key={view.id} checked={isCurrent} closeMenuOnClick onChange={() => openView(view)}>
              {nameOf(view)}
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          {items}
        </MenuButton>
      ) : (
        <div className={css.bar}>
          {choices.length > 0 && (
            <>
              <span className={css.label}>Saved views</span>
              {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
              <ul className={css.views} role="list" aria-label="Saved views">
                {choices.map(({ view, isCurrent }) => (
                  <li key={view.id}>
                    <button
                      type="button"
                      className={css.view}
                      aria-pressed={isCurrent}
                      title={view.ownerName ? `Shared by ${view.ownerName}` : view.name}
                      onClick={() => openView(view.id === viewId && !isChanged ? undefined : view)}
                    >
                      {nameOf(view)}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
          <MenuButton ref={button} label="Views" disabled={isBusy}>
            {items}
          </MenuButton>
        </div>
      )}
      {dialog && (
        <ViewDialog
          view={dialog === 'change' ? opened : undefined}
          canShare={canShare}
          save={(values) => (dialog === 'change' && opened ? change(opened, values) : add({ ...values, ...content }))}
          onSaved={(view) => dialog === 'new' && openView(view)}
          onClose={closeDialog}
        />
      )}
    </>
  );
}
