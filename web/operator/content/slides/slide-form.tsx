import { Button, Text, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { SLIDE_LIMITS } from '#contract/content/slides/slide-limits.ts';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { toMultipart } from '#web/app/multipart.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { SlidePreview } from '#web/content/home/slider.tsx';
import {
  type AudienceChoices,
  type AudienceValues,
  audienceLabels,
  describeAudience,
  EMPTY_AUDIENCE,
  findAudienceProblems,
  toAudienceInput,
  toAudienceValues,
} from '#web/content/publications/audience.ts';
import { AudienceFields } from '#web/content/publications/audience-fields.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorApi } from '../../session/operator-api.ts';
import { BrandPreviews } from '../brand-previews.tsx';
import { Reach } from '../reach.tsx';
import { type Cut, toPart, WHOLE } from './cut.ts';
import { type ChosenPicture, CutPicture, PictureCutter } from './picture-cutter.tsx';
import { readPicture } from './read-picture.ts';
import css from './slides.module.css';

export type Slide = ReplyOf<'GET /api/operator/slides/:id'>['slide'];

interface SlideValues extends AudienceValues {
  /** Of the picture that is saved; empty for none. */
  src: string;
  text: string;
  link: string;
  altText: string;
}

interface Props {
  /** Undefined: a new one. */
  slide: Slide | undefined;
  choices: AudienceChoices;
  onSaved: (reply: { slide: Slide }) => unknown;
  reload?: () => Promise<number | undefined>;
  onClose: () => void;
}

const NEW: SlideValues = { ...EMPTY_AUDIENCE, isPublished: true, src: '', text: '', link: '', altText: '' };
const LABELS: Record<keyof SlideValues, string> = {
  ...audienceLabels,
  src: 'Picture',
  text: 'Text',
  link: 'Link',
  altText: 'Alternative text',
};
const isAudience = (name: string): name is keyof AudienceValues => name in EMPTY_AUDIENCE;

/** Uploads a picture, of which the server cuts the part, and answers its address. */
async function upload(picture: ChosenPicture, cut: Cut): Promise<string> {
  const query = toPart(cut, picture);
  const { src } = await operatorApi('POST /api/operator/slides/pictures', { query, ...(await toMultipart(picture.file)) });
  return src;
}

/** A slide: its picture, cut to the frame of the slider, its texts, and who sees it. Below is how it will look. */
export function SlideForm({ slide, choices, onSaved, reload, onClose }: Props) {
  const toKey = useIdempotencyKey();
  const [picture, setPicture] = useState<ChosenPicture>();
  const [cut, setCut] = useState<Cut>(WHOLE);
  const form = useEntityForm<SlideValues, { slide: Slide }>({
    draftKey: `slide.${slide?.id ?? 'new'}`,
    saved: slide
      ? {
          ...toAudienceValues(slide),
          src: slide.src,
          text: slide.text ?? '',
          link: slide.link ?? '',
          altText: slide.altText ?? '',
        }
      : NEW,
    version: slide?.version,
    validate: (values) => ({
      ...(!picture && values.src === '' && { src: 'Add a picture.' }),
      ...(values.altText.trim() === '' && { altText: 'Say what the picture shows.' }),
      ...findAudienceProblems(values, choices),
    }),
    save: async ({ values, expectedVersion }) => {
      const { src, text, link, altText, ...audience } = values;
      const body = {
        ...toAudienceInput(audience),
        altText,
        text: text.trim() || null,
        link: link.trim() || null,
      };
      if (!slide) {
        const added = { ...body, src: picture ? await upload(picture, cut) : src };
        return operatorApi('POST /api/operator/slides', { body: added, headers: toKey(added) });
      }
      return operatorApi('PUT /api/operator/slides/:id', {
        params: { id: slide.id },
        body: { ...body, ...(picture && { src: await upload(picture, cut) }), version: expectedVersion },
      });
    },
    onSaved,
    serverNames: { file: 'src' },
    ...(reload && { reload }),
  });
  const { values } = form;
  const choose = (chosen: ChosenPicture) => {
    setPicture(chosen);
    setCut(WHOLE);
    // Each picture counts as a change, also one of the same name.
    form.set({ src: `${chosen.file.name} ${chosen.file.lastModified} ${chosen.file.size}` });
  };
  const shown = picture ? (
    <CutPicture picture={picture} cut={cut} alt={values.altText} />
  ) : slide ? (
    <img className={css.fill} src={slide.src} alt={values.altText} />
  ) : null;
  const conflicts = form.conflicts.map(({ name, mine, theirs }) => ({
    name,
    label: LABELS[name],
    mine: isAudience(name) ? describeAudience(choices, values) : String(mine),
    theirs: isAudience(name) ? describeAudience(choices, { ...values, [name]: theirs }) : String(theirs),
  }));
  return (
    <>
      <Card>
        <StackedForm {...form.formProps} gap={18} maw={720}>
          <FormNotices
            conflicts={conflicts}
            onUseSaved={(name) => form.acceptTheirs(name as keyof SlideValues)}
            otherErrors={form.otherErrors}
          />
          <PictureField
            picture={picture}
            savedSrc={slide?.src}
            cut={cut}
            error={form.errors.src}
            onCut={setCut}
            onChoose={choose}
          />
          <TextInput
            label="Alternative text"
            description="Describes the picture for people who can’t see it."
            maxLength={SLIDE_LIMITS.altText}
            autoComplete="off"
            {...form.getInputProps('altText')}
          />
          <TextInput
            label="Text (optional)"
            description="Beside the picture; on a phone below it."
            maxLength={SLIDE_LIMITS.text}
            autoComplete="off"
            {...form.getInputProps('text')}
          />
          <TextInput
            label="Link (optional)"
            description="A page of the portal such as /index/products, or an address with https://."
            inputMode="url"
            autoComplete="off"
            maxLength={500}
            {...form.getInputProps('link')}
          />
          <AudienceFields choices={choices} values={values} errors={form.errors} set={form.set} />
          <Reach values={values} />
          <FormButtons
            isSaving={form.isSaving}
            onCancel={() => {
              form.discard();
              onClose();
            }}
          >
            {slide?.isPublished ? 'Save changes' : values.isPublished ? 'Publish slide' : 'Save draft'}
          </FormButtons>
        </StackedForm>
      </Card>
      <Card title="How it will look">
        {shown ? (
          <BrandPreviews choices={choices} values={values}>
            <div className={css.home}>
              <SlidePreview slide={{ text: values.text.trim(), link: null }} picture={shown} />
            </div>
          </BrandPreviews>
        ) : (
          <Text c="dimmed">Add a picture to see how people will see the slide.</Text>
        )}
      </Card>
    </>
  );
}

interface PictureFieldProps {
  picture: ChosenPicture | undefined;
  savedSrc: string | undefined;
  cut: Cut;
  error: string | undefined;
  onCut: (cut: Cut) => void;
  onChoose: (picture: ChosenPicture) => void;
}

function PictureField({ picture, savedSrc, cut, error, onCut, onChoose }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const errorId = useId();
  const message = problem ?? error;
  const take = async (file: File | undefined) => {
    if (!file) return;
    setProblem(undefined);
    try {
      onChoose(await readPicture(file));
    } catch (refusal) {
      setProblem(refusal instanceof Error ? refusal.message : 'This picture cannot be used.');
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn with a border of its own
    <div role="group" aria-label="Picture" aria-describedby={message ? errorId : undefined}>
      <Text size="sm" fw={600} mb={4}>
        Picture
      </Text>
      {picture ? (
        <PictureCutter picture={picture} cut={cut} onChange={onCut} />
      ) : (
        savedSrc && (
          <span className={`${css.frame} ${css.saved}`}>
            <img src={savedSrc} alt="" />
          </span>
        )
      )}
      <Button
        name="src"
        variant="default"
        mt={8}
        onClick={() => input.current?.click()}
        aria-describedby={message ? errorId : undefined}
      >
        {picture || savedSrc ? 'Choose another picture' : 'Choose a picture'}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label="Choose a picture"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {message && (
        <Text id={errorId} size="sm" c="var(--mantine-color-error)" role="alert">
          {message}
        </Text>
      )}
    </div>
  );
}
