import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { formatDate, formatDateTime, formatTime } from '#web/ui/format/format.ts';
import css from './draft.module.css';
import type { Draft } from './draft-contents.ts';
import { describePreview } from './preview-texts.ts';
import { previewQuery, type WardrobeDraftEditor } from './use-wardrobe-draft.ts';
import { type Wardrobe, wardrobeQuery } from './wardrobe-data.ts';

/** "14:12" today, otherwise "29 Nov 2026, 14:12". */
export const formatMoment = (utc: string): string =>
  formatDate(utc) === formatDate(new Date().toISOString()) ? formatTime(utc) : formatDateTime(utc);

interface Props {
  wardrobe: Wardrobe;
  draft: WardrobeDraftEditor;
  onPublish: () => void;
}

/** What publishing the draft would mean, whether it is saved, and what can be done with it. */
export function DraftBar({ wardrobe, draft, onPublish }: Props) {
  const client = useQueryClient();
  const reasonId = useId();
  const { state, nextVersion } = draft;
  const saved = wardrobe.draft;
  const { data, error, refetch, isFetching } = useQuery({ ...previewQuery(wardrobe.id), enabled: saved !== null });
  const preview = saved ? data?.preview : undefined;
  const isCounted = preview !== undefined && preview.revision === saved?.revision && state.status === 'saved';
  const isUnsaved = state.status === 'failed' || state.status === 'conflict';
  // Someone else has saved the draft meanwhile, or discarded it: nothing is changed here, so that theirs can be shown.
  const isOther = preview ? preview.revision !== saved?.revision : isNotFound(error);
  const isOutdated = saved !== null && isOther && !isFetching && state.status === 'saved';
  useEffect(() => {
    if (isOutdated) void client.invalidateQueries({ queryKey: wardrobeQuery(wardrobe.id).queryKey });
  }, [isOutdated, client, wardrobe.id]);
  const discard = useMutation({
    mutationFn: draft.discard,
    onSuccess: (contents) =>
      showSuccess('Draft discarded.', { action: { label: 'Undo', run: () => draft.change(() => contents) } }),
    onError: (problem) => {
      showError(problem);
      void client.invalidateQueries({ queryKey: wardrobeQuery(wardrobe.id).queryKey });
    },
  });
  const blocker = findBlocker(wardrobe, draft);
  return (
    <section className={css.bar} aria-label="Draft">
      <div>
        <p className={`${css.effect} figures`} data-outdated={!isCounted || undefined} aria-live="polite">
          {isUnsaved
            ? 'Your changes are counted once they are saved'
            : preview
              ? describePreview(preview, wardrobe.currencyCode)
              : error
                ? 'We could not count who gains and loses'
                : 'Counting who gains and loses …'}
        </p>
        <p className={css.facts} id={reasonId}>
          {[
            saved && `Begun by ${saved.begunBy.name}, ${formatMoment(saved.begunAtUtc)}`,
            state.status === 'saved' && saved && `Saved ${formatMoment(saved.savedAtUtc)}`,
            state.status === 'saving' && 'Saving …',
            isUnsaved && 'Not saved',
            saved && isBasedOnEarlier(saved, draft) && `Begun on version ${saved.basedOn}`,
            state.status === 'saved' && blocker,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={css.buttons}>
        {error && !preview ? (
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        ) : (
          <Button disabled={blocker !== undefined || !isCounted} aria-describedby={reasonId} onClick={onPublish}>
            Publish version {nextVersion}
          </Button>
        )}
        <Button variant="default" loading={discard.isPending} disabled={discard.isPending} onClick={() => discard.mutate()}>
          Discard
        </Button>
      </div>
    </section>
  );
}

/** Whether a version has been published since the draft was begun, whose changes the draft may take back. */
export const isBasedOnEarlier = ({ basedOn }: Draft, { version }: WardrobeDraftEditor) => basedOn !== version;

/** Why the draft cannot be published; undefined when it can. */
function findBlocker({ draft: saved, publication }: Wardrobe, { state, version }: WardrobeDraftEditor): string | undefined {
  if (state.status !== 'saved') return 'The draft is not saved yet';
  if (saved?.changes.length === 0) return 'Nothing differs from the version in use';
  if (publication) return `Version ${version} is still being applied`;
  return undefined;
}
