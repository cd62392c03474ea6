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

/** The saved views of a list as a row of buttons; nothing without any. */
export function ViewsRow<C extends ListCall, Row extends ListRow, Context>({
  model: { list, viewId, viewContent, openView },
}: Pick<Props<C, Row, Context>, 'model'>) {
  const { views = [] } = useListViews(list.name);
  if (views.length === 0) return null;
  return (
    <div className={css.bar}>
      <span className={css.label}>Saved views</span>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
      <ul className={css.views} role="list" aria-label="Saved views">
        {views.map((view) => {
          const isCurrent = view.id === viewId && isSame(view, viewContent);
          return (
            <li key={view.id}>
              <button
                type="button"
                className={css.view}
                aria-pressed={isCurrent}
                title={view.ownerName ? `Shared by ${view.ownerName}` : view.name}
                onClick={() => openView(isCurrent ? undefined : view)}
              >
                {nameOf(view)}
                {view.id === viewId && !isCurrent && ' (changed)'}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface Props<C extends ListCall, Row extends ListRow, Context> {
  model: Pick<ListModel<C, Row, Context>, 'list' | 'openView' | 'viewContent' | 'viewId'>;
  /** Shows a menu, where there is no room for a row of buttons. */
  isNarrow: boolean;
}

const isSame = (view: ListViewContent, content: ListViewContent) =>
  view.filters === content.filters && JSON.stringify(view.columns) === JSON.stringify(content.columns);

const nameOf = ({ name, isShared }: ListView) => (isShared ? `Shared: ${name}` : name);

/** A menu that saves the list as it is and changes the view that is open; where there is no room for a row of views, it also opens them. */
export function ViewsMenu<C extends ListCall, Row extends ListRow, Context>({ model, isNarrow }: Props<C, Row, Context>) {
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
          <MenuAction blocker={isChanged ? undefined : 'No changes since it was saved.'} onClick={() => update(opened, content)}>
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
  return (
    <>
      <MenuButton
        ref={button}
        label={isNarrow && opened ? nameOf(opened) : 'Views'}
        disabled={isBusy}
        withinPortal
        size={isNarrow ? 'sm' : undefined}
      >
        {isNarrow && views.length > 0 && (
          <>
            <Menu.CheckboxItem checked={opened === undefined} closeMenuOnClick onChange={() => openView(undefined)}>
              Usual view
            </Menu.CheckboxItem>
            {views.map((view) => (
              <Menu.CheckboxItem
                key={view.id}
                checked={view.id === viewId && !isChanged}
                closeMenuOnClick
                onChange={() => openView(view)}
              >
                {nameOf(view)}
              </Menu.CheckboxItem>
            ))}
            <Menu.Divider />
          </>
        )}
        {items}
      </MenuButton>
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
