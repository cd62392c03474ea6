import { Input } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import type { RichTextEditorProps } from './rich-text-editor.tsx';

const RichTextEditor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }));

type Props = Omit<RichTextEditorProps, 'labelId' | 'descriptionId' | 'isInvalid'> & {
  label: string;
  description?: string;
  error?: string | undefined;
};

/** A field for text with headings, lists, links and pictures, as HTML. Its code is loaded when the field is shown. */
export function RichTextField({ label, description, error, ...editor }: Props) {
  const id = useId();
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <Input.Label labelElement="div" id={`${id}-label`}>
        {label}
      </Input.Label>
      {description && (
        <Input.Description id={`${id}-description`} mb={6}>
          {description}
        </Input.Description>
      )}
      <Suspense
        fallback={
          <Loading>
            <SkeletonRows rows={1} height={240} />
          </Loading>
        }
      >
        <RichTextEditor {...editor} labelId={`${id}-label`} descriptionId={described || undefined} isInvalid={Boolean(error)} />
      </Suspense>
      {error && (
        <Input.Error id={`${id}-error`} mt={6}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
