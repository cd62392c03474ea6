import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { RichTextField } from './rich-text-field.tsx';

useStubbedApi();

const SRC = `/pictures/${'a'.repeat(40)}.webp`;
const CLEAN = '<p>We deliver <strong>until noon</strong>.</p>';

type Options = Partial<Parameters<typeof RichTextField>[0]>;

function Form({ start, onHtml, ...options }: Options & { start: string; onHtml: (html: string) => void }) {
  const [html, setHtml] = useState(start);
  return (
    <>
      <RichTextField
        label="Text"
        name="body"
        value={html}
        onChange={(changed) => {
          setHtml(changed);
          onHtml(changed);
        }}
        {...options}
      />
      <button type="button" onClick={() => setHtml('<p>Saved by another</p>')}>
        Use saved value
      </button>
    </>
  );
}

/** Shows the field; the text is changed by the editor's own commands, as there is no layout to type into. */
async function open(start = '', options: Options = {}) {
  const onHtml = vi.fn<(html: string) => void>();
  const { user } = renderPage(<Form start={start} onHtml={onHtml} {...options} />);
  const text = await screen.findByRole('textbox', { name: 'Text' });
  const { editor } = text as HTMLElement & { editor: Editor };
  return { user, text, editor, html: () => onHtml.mock.lastCall?.[0] };
}

const tool = (name: string) => within(screen.getByRole('toolbar', { name: 'Formatting' })).getByRole('button', { name });

function paste(text: HTMLElement, data: Record<string, string>, files: File[] = []) {
  fireEvent.paste(text, { clipboardData: { getData: (type: string) => data[type] ?? '', files, types: Object.keys(data) } });
}

it('keeps what the server keeps, also what has no button', async () => {
  const stored =
    '<h2>Christmas</h2><p>H<sub>2</sub>O, <s>old</s> <u>new</u></p><h4>Days</h4><table><tbody><tr><th><p>Mon</p></th></tr></tbody></table><blockquote><p>Quoted</p></blockquote><hr>';
  const { editor } = await open(stored);
  expect(editor.getHTML()).toBe(stored);
});

it('leaves out scripts, styles, foreign pictures and links that could do harm', async () => {
  const { editor } = await open(
    '<h1>Hi</h1><p style="color:red" onclick="x()">A<a href="javascript:alert(1)">B</a><img src="data:image/png;base64,AA"><img src="https://e.example/x.png"><script>alert(1)</script></p>',
  );
  expect(editor.getHTML()).not.toMatch(/style|onclick|javascript|<img|script/);
});

it('formats from the toolbar, which the arrow keys go through, and undoes it', async () => {
  const { user, editor, html } = await open('<p>Opening hours</p>');
  act(() => void editor.commands.selectAll());
  await user.click(tool('Heading'));
  expect(html()).toBe('<h2>Opening hours</h2>');
  expect(tool('Heading').getAttribute('aria-pressed')).toBe('true');
  await user.click(tool('Undo'));
  expect(html()).toBe('<p>Opening hours</p>');
  tool('Heading').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(tool('Bold'));
});

it('asks where a link leads, and refuses what is no address', async () => {
  const { user, editor, html } = await open('<p>Documents</p>');
  act(() => void editor.commands.selectAll());
  await user.click(tool('Link'));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Link to'), 'javascript:alert(1)');
  await user.click(within(dialog).getByRole('button', { name: 'Add link' }));
  within(dialog).getByText(/Enter the address of the link/);
  await user.clear(within(dialog).getByLabelText('Link to'));
  await user.type(within(dialog).getByLabelText('Link to'), '/index/documents');
  await user.click(within(dialog).getByRole('button', { name: 'Add link' }));
  expect(html()).toBe('<p><a href="/index/documents">Documents</a></p>');
});

it('adds a picture only with an alternative text', async () => {
  const uploadPicture = vi.fn(async () => SRC);
  const { user, html } = await open('', { uploadPicture });
  await user.click(tool('Picture'));
  const dialog = await screen.findByRole('dialog');
  const file = new File(['x'], 'hours.png', { type: 'image/png' });
  await user.upload(within(dialog).getByLabelText(/^Choose a picture/), file);
  await user.click(within(dialog).getByRole('button', { name: 'Add picture' }));
  within(dialog).getByText('Describe what the picture shows.');
  await user.type(within(dialog).getByLabelText('Alternative text'), 'Our shop');
  await user.click(within(dialog).getByRole('button', { name: 'Add picture' }));
  await waitFor(() => expect(html()).toContain(`<img src="${SRC}" alt="Our shop">`));
  expect(uploadPicture).toHaveBeenCalledWith(file);
});

it('lets the server clean what is pasted, and says what was left out', async () => {
  const cleanHtml = vi.fn(async () => ({ html: CLEAN, leftOut: ['Fonts were left out.'] }));
  const { text, html } = await open('', { cleanHtml });
  const word = '<p class=MsoNormal style="mso-fareast:x">We deliver <b>until noon</b>.<o:p></o:p></p>';
  paste(text, { 'text/html': word, 'text/plain': 'We deliver until noon.' });
  await screen.findByText('Pasted. Fonts were left out.');
  expect(cleanHtml).toHaveBeenCalledWith(word);
  expect(html()).toBe(CLEAN);
});

it('pastes the text alone when the server refuses it', async () => {
  const { text, html } = await open('', { cleanHtml: () => Promise.reject(new Error('The text is too long.')) });
  paste(text, { 'text/html': '<p>Long</p>', 'text/plain': 'Long' });
  await screen.findByText('The text is too long.');
  expect(html()).toBe('<p>Long</p>');
});

it('follows a value that is set from outside', async () => {
  const { user, editor } = await open('<p>Mine</p>');
  await user.click(screen.getByRole('button', { name: 'Use saved value' }));
  await waitFor(() => expect(editor.getHTML()).toBe('<p>Saved by another</p>'));
});
