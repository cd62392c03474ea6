import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import richText from '#web/ui/content/rich-text.module.css';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { editorExtensions } from './editor-extensions.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import css from './rich-text-editor.module.css';

export interface RichTextEditorProps {
  /** The text as HTML; empty for none. */
  value: string;
  onChange: (html: string) => void;
  /** Name of the value in its form, so that an error there focuses the field. */
  name: string;
  labelId: string;
  descriptionId?: string | undefined;
  isInvalid: boolean;
  /** Stores a picture and answers its address. Without it there are no pictures. */
  uploadPicture?: (file: File) => Promise<string>;
  /** Reduces HTML from the clipboard to what is kept, and says what was left out, as sentences. Without it, what the editor does not know is dropped. */
  cleanHtml?: (html: string) => Promise<{ html: string; leftOut: readonly string[] }>;
}

const toHtml = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML());

/** The editor of a rich text; use `RichTextField`, which loads it. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, name, labelId, descriptionId, isInvalid, uploadPicture } = props;
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [pastedPicture, setPastedPicture] = useState<File>();
  /** What the editor holds and the form knows. */
  const known = useRef(value);
  const latest = useRef(props);
  latest.current = props;
  const editorRef = useRef<Editor>(null);

  const editorProps = useMemo(() => {
    const takePicture = (files: FileList | undefined) => {
      const picture = [...(files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (!picture || !latest.current.uploadPicture) return false;
      setPastedPicture(picture);
      return true;
    };
    return {
      attributes: {
        class: `${css.text} ${richText.text}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        ...(descriptionId && { 'aria-describedby': descriptionId }),
        ...(isInvalid && { 'aria-invalid': 'true' }),
        name,
      },
      handlePaste: (_: unknown, event: ClipboardEvent) => {
        const html = event.clipboardData?.getData('text/html') ?? '';
        const { cleanHtml } = latest.current;
        // Word processors add a picture of the text to it.
        if (html === '') return takePicture(event.clipboardData?.files);
        // Copied within the editor.
        if (html.includes('data-pm-slice') || !cleanHtml) return false;
        const text = event.clipboardData?.getData('text/plain') ?? '';
        void cleanHtml(html).then(
          (clean) => {
            setLeftOut(clean.leftOut);
            editorRef.current?.chain().focus().insertContent(clean.html).run();
          },
          (error: unknown) => {
            showError(error);
            editorRef.current?.chain().focus().insertContent({ type: 'text', text }).run();
          },
        );
        return true;
      },
      handleDrop: (_: unknown, event: DragEvent) => takePicture(event.dataTransfer?.files),
    };
  }, [labelId, descriptionId, isInvalid, name]);

  const editor = useEditor({
    extensions: editorExtensions,
    content: value,
    // The pages' security policy allows no styles that a script adds.
    injectCSS: false,
    editorProps,
    onUpdate: ({ editor: changed }) => {
      known.current = toHtml(changed);
      latest.current.onChange(known.current);
    },
  });
  editorRef.current = editor;

  // Another value than the one typed here: discarded changes, or what someone else saved.
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <div className={css.editor} data-invalid={isInvalid || undefined}>
      <EditorToolbar
        editor={editor}
        uploadPicture={uploadPicture}
        pastedPicture={pastedPicture}
        onPictureClosed={() => setPastedPicture(undefined)}
      />
      <EditorContent editor={editor} />
      {leftOut.length > 0 && (
        <div className={css.leftOut}>
          <Notice tone="info" role="status">
            Pasted. {leftOut.join(' ')}
          </Notice>
        </div>
      )}
    </div>
  );
}
