import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { api } from '../api.ts';
import { FilePicker } from './file-picker.tsx';
import { useFileUploads } from './use-file-uploads.ts';

const calls = useStubbedApi();

const Picker = () => <FilePicker upload={useFileUploads((upload) => api('POST /api/returnfile', upload))} />;

it('uploads files that are chosen together one after the other, without those that are removed meanwhile', async () => {
  const answers: (() => void)[] = [];
  calls.on(
    'POST /api/returnfile',
    () =>
      new Promise((resolve) => {
        const id = answers.length + 1;
        answers.push(() => resolve({ files: [{ id }] }));
      }),
  );
  const { user } = renderPage(<Picker />);
  const names = ['front', 'back', 'sleeve', 'label'];
  const files = names.map((name) => new File(['%PDF-1.7'], `${name}.pdf`, { type: 'application/pdf' }));
  await user.upload(screen.getByLabelText('Add pictures', { selector: 'input' }), files);
  expect(await screen.findAllByText('Uploading …')).toHaveLength(4);
  await waitFor(() => expect(answers).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Remove back.pdf' }));
  answers[0]?.();
  await screen.findByText('Uploaded');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await waitFor(() => expect(answers).toHaveLength(3));
  answers[2]?.();
  await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(3));
  expect(answers).toHaveLength(3);
});
