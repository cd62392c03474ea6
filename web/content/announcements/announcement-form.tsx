import { Textarea, TextInput } from '@mantine/core';
import { MAX_ANNOUNCEMENT } from '#contract/content/announcements/announcement-limits.ts';
import type { EntityFormInput } from '#web/app/forms/use-entity-form.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
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
}

const NEW: AnnouncementValues = { ...EMPTY_AUDIENCE, isPublished: true, text: '', url: '' };
const LABELS: Record<keyof AnnouncementValues, string> = { ...audienceLabels, text: 'Text', url: 'Link' };

/** Names the draft of a form; one for each announcement. */
const draftOf = (id: number | undefined) => `announcement.${id ?? 'new'}`;

/** Writes an announcement, and says who reads it and when. */
export function AnnouncementForm<Result>({ announcement, choices, save, onSaved, reload, onClose }: Props<Result>) {
  const form = useEntityForm<AnnouncementValues, Result>({
    draftKey: draftOf(announcement?.id),
    saved: announcement ? { ...toAudienceValues(announcement), text: announcement.text, url: announcement.url ?? '' } : NEW,
    version: announcement?.version,
    validate: (values) => ({
      ...(values.text.trim() === '' && { text: 'Enter a text.' }),
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
  return (
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
  );
}
