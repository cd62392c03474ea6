import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import type { BulkEdit } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { paths } from '#web/app/paths.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import css from './draft.module.css';
import { isBasedOnEarlier } from './draft-bar.tsx';
import { type DraftPreview, describeEffect, type EffectName } from './preview-texts.ts';
import { previewQuery, type WardrobeDraftEditor } from './use-wardrobe-draft.ts';
import { reloadWardrobe, storeWardrobe, type Wardrobe } from './wardrobe-data.ts';

interface Props {
  wardrobe: Wardrobe;
  draft: WardrobeDraftEditor;
  /** Shows how the wearers follow. */
  onPublished: (bulkEdit: BulkEdit) => unknown;
  onClose: () => void;
}

/** Dialog that says what publishing the draft changes for whom, and publishes it with the figures that it showed. */
export function PublishDialog({ wardrobe, draft, onPublished, onClose }: Props) {
  const client = useQueryClient();
  const { id, name, currencyCode } = wardrobe;
  const { data, error, refetch } = useQuery({ ...previewQuery(id), enabled: wardrobe.draft !== null });
  useRestoreFocus();
  const publication = useMutation({
    mutationFn: ({ revision, version, gain, lose, over }: DraftPreview) =>
      api('POST /api/organisation/wardrobes/:id/draft/publish', {
        params: { id },
        body: { revision, seen: { version, gain: gain.people, lose: lose.people, over: over.people } },
      }),
    onSuccess: ({ wardrobe: published, bulkEdit }) => {
      draft.forget();
      storeWardrobe(client, published);
      if (bulkEdit) void onPublished(bulkEdit);
      else showSuccess(`Version ${data?.preview.nextVersion ?? draft.nextVersion} published.`);
      onClose();
    },
    onError: async (problem) => {
      if (!(problem instanceof ApiError && problem.status === 409)) showError(problem);
      await Promise.all([reloadWardrobe(client, id), refetch()]).catch(showError);
    },
  });
  const preview = data?.preview;
  const refusal = publication.error instanceof ApiError && publication.error.status === 409 && publication.error.message;
  const isCurrent = preview !== undefined && preview.revision === wardrobe.draft?.revision;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Publish version ${preview?.nextVersion ?? draft.nextVersion}?`}
      closeLabel="Close without publishing"
      width={680}
    >
      <Stack>
        {refusal && (
          <Notice tone="warning" role="alert">
            {refusal} {isCurrent && 'The figures below are those of now.'}
          </Notice>
        )}
        {wardrobe.draft && isBasedOnEarlier(wardrobe.draft, draft) && (
          <Notice tone="warning">
            The draft was begun on version {wardrobe.draft.basedOn}. Version {draft.version} has been published since. What it
            changed, and the draft does not have, is taken back.
          </Notice>
        )}
        {wardrobe.draft === null ? (
          <p>There is no draft any more.</p>
        ) : preview ? (
          <PreviewDetails preview={preview} name={name} currencyCode={currencyCode} />
        ) : error ? (
          <ErrorState title="We could not count who gains and loses." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Counting who gains and loses">
            <SkeletonText lines={5} />
          </Loading>
        )}
        <ButtonRow>
          <Button
            loading={publication.isPending}
            disabled={!isCurrent || publication.isPending}
            onClick={() => preview && publication.mutate(preview)}
          >
            Publish version {preview?.nextVersion ?? draft.nextVersion}
          </Button>
          <Button variant="default" disabled={publication.isPending} onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  );
}

interface DetailsProps {
  preview: DraftPreview;
  name: string;
  currencyCode: string;
}

function PreviewDetails({ preview, name, currencyCode }: DetailsProps) {
  const { people, changes, groups, removedChoices, gain, lose, over } = preview;
  const removed = groups.filter(({ isRemoved, ordered }) => isRemoved && ordered.pieces > 0);
  return (
    <>
      <section>
        <h3 className={css.heading}>What changes</h3>
        <ul className={css.sentences}>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className={css.heading}>Who is affected</h3>
        {people === 0 ? (
          <p>No one has {name} yet. Publishing changes nothing for anyone.</p>
        ) : gain.people + lose.people + over.people === 0 ? (
          <p>
            {plural(people, 'person has', 'people have')} {name}. No one gains or loses anything.
          </p>
        ) : (
          <ul className={css.sentences}>
            {(['gain', 'lose', 'over'] as const).map((effect) => (
              <EffectItem key={effect} name={effect} effect={preview[effect]} currencyCode={currencyCode} />
            ))}
          </ul>
        )}
      </section>
      {groups.length > 0 && (
        <section className={css.scroll}>
          <table className={`${css.table} figures`}>
            <caption className={css.heading} style={{ textAlign: 'left' }}>
              Pieces for each wearer
            </caption>
            <thead>
              <tr>
                <th scope="col">Group</th>
                <th scope="col">Now</th>
                <th scope="col">Then</th>
                <th scope="col">People</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={group.id ?? 'budget'}>
                  <th scope="row">{group.id === null ? 'Budget' : group.name}</th>
                  <td>{group.before ?? '–'}</td>
                  <td>{group.isRemoved ? 'Deleted' : (group.after ?? '–')}</td>
                  <td>{formatNumber(group.people)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {(removed.length > 0 || removedChoices.length > 0) && (
        <Notice tone="warning">
          {removed.map(({ id, name: group, ordered }) => (
            <p key={id}>
              {plural(ordered.people, 'person has', 'people have')} ordered {plural(ordered.pieces, 'piece')} from {group}. They
              stay ordered.
            </p>
          ))}
          {removedChoices.map((option) => (
            <p key={option.name}>
              {plural(option.people, 'person has', 'people have')} chosen {option.name} and must choose again.
            </p>
          ))}
        </Notice>
      )}
    </>
  );
}

/** Who gains, loses or is over, with the first names. */
function EffectItem({ name, effect, currencyCode }: { name: EffectName; effect: DraftPreview['gain']; currencyCode: string }) {
  if (effect.people === 0) return null;
  const { examples } = effect;
  const more = effect.people - examples.length;
  return (
    <li>
      <strong>{describeEffect(name, effect, currencyCode)}</strong>
      {name === 'over' && ': they will have ordered more than they are owed. What they have ordered stays'}
      {examples.length > 0 && (
        <>
          {': '}
          {examples.map((person, index) => (
            <span key={person.id}>
              {index > 0 && ', '}
              <Link to={paths.person(person.id)}>{person.name}</Link>
            </span>
          ))}
          {more > 0 && ` and ${formatNumber(more)} more`}
        </>
      )}
      .
    </li>
  );
}
