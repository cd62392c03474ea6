import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { MAX_PROOF_BYTES, MAX_PROOF_COLOURS, PROOF_MM } from '#contract/ordering/proofs/proof-limits.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { toMultipart } from '#web/app/multipart.ts';
import { readDataUrl } from '#web/ui/browser/read-data-url.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import css from './proofs.module.css';

type Request = ReplyOf<'GET /api/operator/proofs/:id'>['request'];

const parse = (text: string) => Number(text.trim().replace(',', '.'));
const checkMm = (text: string) =>
  text.trim() !== '' && parse(text) >= PROOF_MM.min && parse(text) <= PROOF_MM.max
    ? undefined
    : `Enter a size from ${PROOF_MM.min} to ${PROOF_MM.max} mm.`;

/** Names between commas or on lines of their own. */
const splitColours = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((colour) => colour.trim())
    .filter((colour) => colour !== '');

/** What a proof of the design begins with: the latest version, or the area of the position and the colour of the text. */
function findDefaults({ versions: [latest], customisation, threadNumber }: Request) {
  const { area, threadColour } = customisation;
  return {
    widthMm: String(latest?.widthMm ?? area.widthCm * 10),
    heightMm: String(latest?.heightMm ?? area.heightCm * 10),
    colours: latest?.colours.join(', ') ?? [threadColour, threadNumber].filter(Boolean).join(' '),
  };
}

/** Shows the client a new version: its picture, its size on the garment and its colours. */
export function VersionForm({ request }: { request: Request }) {
  const client = useQueryClient();
  const [picture, setPicture] = useState<{ fileId: number; src: string }>();
  const form = useEntityForm({
    draftKey: `proof-version:${request.id}:${request.versions[0]?.version ?? 0}`,
    // A version of its own each time: one with the size and colours of the former can be sent as well.
    saved: findDefaults(request),
    validate: ({ widthMm, heightMm, colours }): Record<string, string> => {
      const [width, height] = [checkMm(widthMm), checkMm(heightMm)];
      return {
        ...(picture === undefined && { fileId: 'Choose a picture first.' }),
        ...(width && { widthMm: width }),
        ...(height && { heightMm: height }),
        ...(splitColours(colours).length > MAX_PROOF_COLOURS && { colours: `Name at most ${MAX_PROOF_COLOURS} colours.` }),
      };
    },
    save: ({ values }) =>
      operatorApi('POST /api/operator/proofs/:id/versions', {
        params: { id: request.id },
        body: {
          fileId: picture?.fileId ?? 0,
          widthMm: parse(values.widthMm),
          heightMm: parse(values.heightMm),
          colours: splitColours(values.colours),
        },
      }),
    onSaved: () => {
      setPicture(undefined);
      showSuccess('Proof sent. We’ve emailed those who can approve it.');
      return invalidateOperatorCalls(client, 'GET /api/operator/proofs', 'GET /api/operator/proofs/:id');
    },
  });
  return (
    <StackedForm maw={560} {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <PictureField requestId={request.id} picture={picture} onChange={setPicture} />
      <Group grow align="start" preventGrowOverflow={false} wrap="wrap">
        <TextInput label="Width in mm" inputMode="decimal" miw={140} {...form.getInputProps('widthMm')} />
        <TextInput label="Height in mm" inputMode="decimal" miw={140} {...form.getInputProps('heightMm')} />
      </Group>
      <TextInput
        label="Colours"
        description="Threads or inks with their numbers, separated by commas."
        {...form.getInputProps('colours')}
      />
      <div>
        <Button type="submit" loading={form.isSaving}>
          Send to the client
        </Button>
      </div>
    </StackedForm>
  );
}

interface PictureProps {
  requestId: number;
  picture: { fileId: number; src: string } | undefined;
  onChange: (picture: { fileId: number; src: string } | undefined) => void;
}

function PictureField({ requestId, picture, onChange }: PictureProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isTooLarge, setTooLarge] = useState(false);
  const [isOver, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: async (file: File) => ({
      fileId: (
        await operatorApi('POST /api/operator/proofs/:id/picture', { params: { id: requestId }, ...(await toMultipart(file)) })
      ).file.id,
      src: await readDataUrl(file),
    }),
    onSuccess: onChange,
  });
  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!file || upload.isPending) return;
    setTooLarge(file.size > MAX_PROOF_BYTES);
    if (file.size <= MAX_PROOF_BYTES) upload.mutate(file);
  };
  const problem = isTooLarge ? 'This picture is larger than 10 MB. Please choose a smaller one.' : upload.error?.message;
  return (
    <Stack
      component="fieldset"
      gap="xs"
      className={css.drop}
      data-over={isOver || undefined}
      aria-describedby={`${id}-hint`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files[0]);
      }}
    >
      <Text component="legend" fw={600}>
        Picture of the proof
      </Text>
      {picture && <img className={css.chosen} src={picture.src} alt="The proof as you have chosen it" />}
      <Text size="sm" c="dimmed" id={`${id}-hint`}>
        PNG, JPEG or WebP, up to 10 MB. Drop it here, or choose it.
      </Text>
      <div>
        <Button variant="default" loading={upload.isPending} onClick={() => input.current?.click()}>
          {picture ? 'Choose another picture' : 'Choose picture'}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Picture of the proof"
        accept="image/png,image/jpeg,image/webp"
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
