import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { BulletsIcon, LinkIcon, NumbersIcon, PictureIcon, RedoIcon, UndoIcon } from './editor-icons.tsx';
import { LinkForm } from './link-form.tsx';
import { type EditedPicture, PictureForm } from './picture-form.tsx';
import css from './rich-text-editor.module.css';

interface Props {
  editor: Editor;
  uploadPicture: ((file: File) => Promise<string>) | undefined;
  /** A picture file that was pasted or dropped, to be inserted. */
  pastedPicture: File | undefined;
  onPictureClosed: () => void;
}

const readState = ({ editor }: { editor: Editor }) => ({
  isHeading: editor.isActive('heading', { level: 2 }),
  isSubheading: editor.isActive('heading', { level: 3 }),
  isBold: editor.isActive('bold'),
  isItalic: editor.isActive('italic'),
  isBullets: editor.isActive('bulletList'),
  isNumbers: editor.isActive('orderedList'),
  isLink: editor.isActive('link'),
  isPicture: editor.isActive('image'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
});

/** The buttons above a rich text. The arrow keys go from one to the next, Escape back to the text; Alt F10 goes here from the text. */
export function EditorToolbar({ editor, uploadPicture, pastedPicture, onPictureClosed }: Props) {
  const state = useEditorState({ editor, selector: readState });
  const bar = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<'link' | 'picture'>();
  const chain = () => editor.chain().focus();
  const listButtons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];

  useEffect(() => {
    const element = editor.view.dom;
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isLink = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isLink && (event.key !== 'F10' || !event.altKey)) return;
      event.preventDefault();
      event.stopPropagation();
      if (isLink) return setEdited('link');
      bar.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  }, [editor]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return void chain().run();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = listButtons();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }

  const close = () => {
    setEdited(undefined);
    onPictureClosed();
  };
  const picture = state.isPicture ? (editor.getAttributes('image') as EditedPicture) : undefined;
  const isPictureOpen = edited === 'picture' || pastedPicture !== undefined;
  return (
    <>
      <div ref={bar} role="toolbar" aria-label="Formatting" className={css.toolbar} onKeyDown={onKeyDown}>
        <Tool label="Heading" pressed={state.isHeading} onPress={() => chain().toggleHeading({ level: 2 }).run()}>
          <span className={css.heading}>H</span>
        </Tool>
        <Tool label="Subheading" pressed={state.isSubheading} onPress={() => chain().toggleHeading({ level: 3 }).run()}>
          <span className={css.subheading}>H</span>
        </Tool>
        <Tool label="Bold" keys="Control+B" pressed={state.isBold} onPress={() => chain().toggleBold().run()}>
          <strong>B</strong>
        </Tool>
        <Tool label="Italic" keys="Control+I" pressed={state.isItalic} onPress={() => chain().toggleItalic().run()}>
          <em>I</em>
        </Tool>
        <Tool label="Bulleted list" pressed={state.isBullets} onPress={() => chain().toggleBulletList().run()}>
          <BulletsIcon size={18} />
        </Tool>
        <Tool label="Numbered list" pressed={state.isNumbers} onPress={() => chain().toggleOrderedList().run()}>
          <NumbersIcon size={18} />
        </Tool>
        <Tool label="Link" keys="Control+K" pressed={state.isLink} onPress={() => setEdited('link')}>
          <LinkIcon size={18} />
        </Tool>
        {uploadPicture && (
          <Tool label="Picture" pressed={state.isPicture} onPress={() => setEdited('picture')}>
            <PictureIcon size={18} />
          </Tool>
        )}
        <Tool label="Undo" keys="Control+Z" disabled={!state.canUndo} onPress={() => chain().undo().run()}>
          <UndoIcon size={18} />
        </Tool>
        <Tool label="Redo" keys="Control+Shift+Z" disabled={!state.canRedo} onPress={() => chain().redo().run()}>
          <RedoIcon size={18} />
        </Tool>
      </div>
      <Dialog opened={edited === 'link'} onClose={close} title="Link" closeLabel="Close without changing the link">
        {edited === 'link' && <LinkForm editor={editor} onClose={close} />}
      </Dialog>
      {uploadPicture && (
        <Dialog
          opened={isPictureOpen}
          onClose={close}
          title={picture && !pastedPicture ? 'Picture' : 'Add a picture'}
          closeLabel="Close without a picture"
        >
          {isPictureOpen && (
            <PictureForm
              present={pastedPicture ? undefined : picture}
              file={pastedPicture}
              upload={uploadPicture}
              onSave={(saved) => {
                close();
                if (picture && !pastedPicture) chain().updateAttributes('image', saved).run();
                else chain().setImage(saved).run();
              }}
              onCancel={close}
            />
          )}
        </Dialog>
      )}
    </>
  );
}

interface ToolProps {
  label: string;
  keys?: string;
  /** Absent for a button that does something once. */
  pressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

const Tool = ({ label, keys, pressed, disabled, onPress, children }: ToolProps) => (
  <button
    type="button"
    className={css.tool}
    aria-label={label}
    title={label}
    aria-keyshortcuts={keys}
    aria-pressed={pressed}
    disabled={disabled}
    // The text keeps its selection.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </button>
);
