import { Button, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { LINK_HINT, readLink } from './editor-links.ts';

/** Where the selected text leads. Without a selection, the address is inserted as the text, or the link at the cursor is changed. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const present = String(editor.getAttributes('link').href ?? '');
  const hasText = !editor.state.selection.empty || present !== '';
  const [address, setAddress] = useState(present);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    const href = readLink(address);
    if (href === undefined) return setError(`Enter the address of the link. ${LINK_HINT}`);
    onClose();
    const chain = editor.chain().focus();
    if (hasText) return chain.extendMarkRange('link').setLink({ href }).run();
    const content = { type: 'text', text: text.trim() || address.trim(), marks: [{ type: 'link', attrs: { href } }] };
    return chain.insertContent(content).run();
  }

  function remove() {
    onClose();
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
  }

  return (
    <StackedForm noValidate onSubmit={submit}>
      {!hasText && (
        <TextInput label="Text" maxLength={200} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      )}
      <TextInput
        label="Link to"
        description={LINK_HINT}
        autoCapitalize="none"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <ButtonRow>
        <Button type="submit">{present ? 'Change link' : 'Add link'}</Button>
        {present !== '' && (
          <Button variant="default" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </StackedForm>
  );
}
