import { Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MAX_ANNOUNCEMENT } from '#contract/content/announcements/announcement-limits.ts';
import type { EntityFormInput } from '#web/app/forms/use-entity-form.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import {
  type AudienceChoices,
  type AudienceValues,
  audienceLabels,
  describeAudience,
  EMPTY_AUDIENCE,
  findAudienceProblems,
  toAudienceValues,
} from '../publications/audience.ts';
import { AudienceFields } from '../publications/audience-fields.tsx';
import type { ShownAnnouncement } from './announcement-preview.tsx';

/** What is typed of an announcement. */
export interface AnnouncementValues extends AudienceValues {
  text: string;
  url: string;
}

/** An announcement as it is saved. */
export type SavedAnnouncement = Parameters<typeof toAudienceValues>[0] & {
  id: number;
  text: string;
  url: string | null;
  createdOnUtc: string;
  version: number;
};

interface Props<Result> {
  /** Undefined: a new one. */
  announcement: SavedAnnouncement | undefined;
  choices: AudienceChoices;
  save: (input: EntityFormInput<AnnouncementValues, undefined>) => Promise<Result>;
  onSaved: (result: Result) => unknown;
  /** Loads what someone else has saved, and answers its version. */
  reload?: () => Promise<number | undefined>;
  onClose: () => void;
  /** How many people it would reach, for those who are told. */
  reach?: (values: AudienceValues) => ReactNode;
  /** The announcement as its readers will see it. */
  preview: (announcement: ShownAnnouncement, values: AudienceValues) => ReactNode;
}

const NEW: AnnouncementValues = { ...EMPTY_AUDIENCE, isPublished: true, text: '', url: '' };
const LABELS: Record<keyof AnnouncementValues, string> = { ...audienceLabels, text: 'Text', url: 'Link' };

/** Names the draft of a form; one for each announcement. */
const draftOf = (id: number | undefined) => `announcement.${id ?? 'new'}`;

/** Writes an announcement, and says who reads it and when. Below is how it will look. */
export function AnnouncementForm<Result>({
  announcement,
  choices,
  save,
  onSaved,
  reload,
  onClose,
  reach,
  preview,
}: Props<Result>) {
  const [now] = useState(() => new Date().toISOString());
  const form = useEntityForm<AnnouncementValues, Result>({
    draftKey: draftOf(announcement?.id),
    saved: announcement ? { ...toAudienceValues(announcement), text: announcement.text, url: announcement.url ?? '' } : NEW,
    version: announcement?.version,
    validate: (values) => ({
      ...(values.text.trim() === '' && { text: 'Enter some text.' }),
      ...findAudienceProblems(values, choices),
    }),
    save,
    onSaved,
    onUnchanged: onClose,
    ...(reload && { reload }),
  });
  const conflicts = form.conflicts.map(({ name, mine, theirs }) => ({
    name,
    label: LABELS[name],
    ...(name === 'text' || name === 'url'
      ? { mine: String(mine), theirs: String(theirs) }
      : {
          mine: describeAudience(choices, form.values),
          theirs: describeAudience(choices, { ...form.values, [name]: theirs }),
        }),
  }));
  const { text, url } = form.values;
  const shown = { text: text.trim(), url: url.trim(), createdOnUtc: announcement?.createdOnUtc ?? now };
  return (
    <>
      <Card>
        <StackedForm {...form.formProps} gap={18} maw={720}>
          <FormNotices
            conflicts={conflicts}
            onUseSaved={(name) => form.acceptTheirs(name as keyof AnnouncementValues)}
            otherErrors={form.otherErrors}
          />
          <Textarea
            label="Text"
            description={`Plain text, ${MAX_ANNOUNCEMENT} characters at most. It is shown on Home and under News.`}
            autosize
            minRows={3}
            maxLength={MAX_ANNOUNCEMENT}
            {...form.getInputProps('text')}
          />
          <TextInput
            label="Link (optional)"
            description="Where people can read more: a page of the portal such as /index/orders, or an address with https://."
            inputMode="url"
            autoComplete="off"
            maxLength={500}
            {...form.getInputProps('url')}
          />
          <AudienceFields choices={choices} values={form.values} errors={form.errors} set={form.set} />
          {reach?.(form.values)}
          <FormButtons
            isSaving={form.isSaving}
            onCancel={() => {
              form.discard();
              onClose();
            }}
          >
            {announcement?.isPublished ? 'Save changes' : form.values.isPublished ? 'Publish announcement' : 'Save draft'}
          </FormButtons>
        </StackedForm>
      </Card>
      <Card title="How it will look">
        {shown.text ? preview(shown, form.values) : <Text c="dimmed">Enter some text to see how people will see it.</Text>}
      </Card>
    </>
  );
}
