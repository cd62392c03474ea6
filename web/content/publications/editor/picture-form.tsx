import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Picture } from '#web/ui/content/picture.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import css from './rich-text-editor.module.css';

const MAX_ALT = 250;

/** A picture in a text. */
export interface EditedPicture {
  src: string;
  alt: string;
}

interface Props {
  /** The picture whose text is changed; a new one is added without. */
  present: EditedPicture | undefined;
  /** A file that was pasted. */
  file: File | undefined;
  upload: (file: File) => Promise<string>;
  onSave: (picture: EditedPicture) => void;
  onCancel: () => void;
}

/** Adds a picture to a text, or changes its alternative text. */
export function PictureForm({ present, file, upload, onSave, onCancel }: Props) {
  const [alt, setAlt] = useState(present?.alt ?? '');
  const [errors, setErrors] = useState<{ picture?: string; alt?: string }>({});
  const uploading = useMutation({ mutationFn: (chosen: File) => upload(chosen) });
  const { mutate, data: src = present?.src } = uploading;
  useEffect(() => {
    if (file) mutate(file);
  }, [file, mutate]);

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    const found = {
      ...(src === undefined && { picture: 'Choose a picture.' }),
      ...(alt.trim() === '' && { alt: 'Describe what the picture shows.' }),
    };
    setErrors(found);
    if (src !== undefined && alt.trim() !== '') onSave({ src, alt: alt.trim() });
  }

  return (
    <StackedForm noValidate onSubmit={submit}>
      {src !== undefined && <Picture src={src} alt="" size={240} />}
      {uploading.error && (
        <Notice tone="danger" role="alert">
          {uploading.error.message}
        </Notice>
      )}
      {!present && (
        <label className={css.file}>
          <span>{src === undefined ? 'Choose a picture' : 'Choose another picture'}</span>
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            disabled={uploading.isPending}
            aria-invalid={errors.picture ? true : undefined}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              if (chosen) mutate(chosen);
            }}
          />
          <small>
            {uploading.isPending ? 'Uploading…' : (errors.picture ?? 'JPEG, PNG or WebP. It is reduced to 1,200 pixels.')}
          </small>
        </label>
      )}
      <TextInput
        label="Alternative text"
        description="What the picture shows, for people who can’t see it."
        maxLength={MAX_ALT}
        value={alt}
        error={errors.alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <FormButtons isSaving={uploading.isPending} onCancel={onCancel}>
        {present ? 'Save' : 'Add picture'}
      </FormButtons>
    </StackedForm>
  );
}
