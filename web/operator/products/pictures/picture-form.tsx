import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PictureSide } from '#contract/catalogue/products/kept-pictures.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { SIDE_OPTIONS, toColourOptions } from './picture-labels.ts';
import type { PictureToSave } from './use-product-pictures.ts';

const MAX_TEXT = 250;

interface Props {
  picture: PictureToSave;
  /** The name of the product, which is read aloud where there is no text. */
  name: string;
  colours: readonly { id: number; name: string }[];
  onSave: (picture: PictureToSave) => void;
  onCancel: () => void;
}

/** What a picture shows, to change it. */
export function PictureForm({ picture, name, colours, onSave, onCancel }: Props) {
  const [altText, setAltText] = useState(picture.altText ?? '');
  const [valueId, setValueId] = useState(String(picture.valueId ?? ''));
  const [shows, setShows] = useState<string>(picture.shows ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({
      ...picture,
      altText: altText.trim() || null,
      valueId: valueId === '' ? null : Number(valueId),
      shows: shows === '' ? null : (shows as PictureSide),
    });
  };
  return (
    <StackedForm onSubmit={submit}>
      <Picture src={picture.src} alt="" size={240} />
      <TextInput
        label="Alternative text"
        description={`Describes the picture for people who can’t see it. Blank: “${name}”.`}
        value={altText}
        maxLength={MAX_TEXT}
        onChange={(event) => setAltText(event.currentTarget.value)}
      />
      {colours.length > 0 && (
        <NativeSelect
          label="Colour"
          data={toColourOptions(colours)}
          rightSection={<DownIcon size={16} />}
          value={valueId}
          onChange={(event) => setValueId(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label="Shows"
        data={SIDE_OPTIONS}
        rightSection={<DownIcon size={16} />}
        value={shows}
        onChange={(event) => setShows(event.currentTarget.value)}
      />
      <FormButtons isSaving={false} onCancel={onCancel}>
        Save picture
      </FormButtons>
    </StackedForm>
  );
}
