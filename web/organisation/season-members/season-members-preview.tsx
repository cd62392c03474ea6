import { Stack, Text } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';

export type SeasonMembersPreview = ReplyOf<'GET /api/organisationseasons/:id/members/preview'>['preview'];

/** How many people would be added. */
export const countToAdd = ({ missing, leaving }: SeasonMembersPreview): number => missing - leaving;

interface Props {
  /** Undefined while it is loaded. */
  preview: SeasonMembersPreview | undefined;
  error: Error | null;
  /** Whether those who would lose their status are to be added. */
  isAdding: boolean;
  onChange: (isAdding: boolean) => void;
}

const countPeople = (count: number) => plural(count, 'person', 'people');

/** Effect on people when the season that is being saved becomes the current one, and the offer to add them to it. */
export function SeasonMembers({ preview, error, isAdding, onChange }: Props) {
  if (error)
    return (
      <Notice tone="danger" role="status">
        The effect on people could not be calculated. {error.message}
      </Notice>
    );
  if (!preview)
    return (
      <Loading label="Loading the effect on people">
        <SkeletonText lines={3} />
      </Loading>
    );
  const { fromSeasonName, people, staying, missing, leaving, joining, wardrobes } = preview;
  if (fromSeasonName === null || people + joining === 0) return null;
  const toAdd = countToAdd(preview);
  return (
    <Stack component="section" gap="sm" aria-label="Effect on people">
      <Notice tone={missing > leaving ? 'warning' : 'info'} role="status">
        {describeStatuses({ fromSeasonName, people, staying, missing, leaving, joining }, isAdding)}
      </Notice>
      {toAdd > 0 && (
        <div>
          <Checkbox name="addPeople" checked={isAdding} onChange={onChange}>
            Add {countPeople(toAdd)} of {fromSeasonName} to this season
          </Checkbox>
          <Text size="sm" c="dimmed">
            They stay in {fromSeasonName} too. You can follow this on this page, and undo it.
          </Text>
        </div>
      )}
      <OtherWardrobes wardrobes={wardrobes} fromSeasonName={fromSeasonName} />
    </Stack>
  );
}

type Statuses = Omit<SeasonMembersPreview, 'fromSeasonId' | 'fromSeasonName' | 'wardrobes'> & { fromSeasonName: string };

/** "402 people have a uniform status in 2025/26. 398 of them are not in this season and lose it. 4 leave before it begins." */
function describeStatuses({ fromSeasonName, people, staying, missing, leaving, joining }: Statuses, isAdding: boolean): string {
  const lost = missing - leaving;
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    `${countPeople(people)} ${people === 1 ? 'has' : 'have'} a uniform status in ${fromSeasonName}.`,
    lost > 0 &&
      `${lost === people ? 'None of them is' : `${formatNumber(lost)} of them ${are(lost)} not`} in this season${
        isAdding ? '.' : `: ${lost === 1 ? 'this person loses' : 'they lose'} their status.`
      }`,
    staying > 0 && `${formatNumber(staying)} ${are(staying)} in this season already.`,
    leaving > 0 && `${formatNumber(leaving)} ${leaving === 1 ? 'leaves' : 'leave'} before it begins.`,
    joining > 0 && `${formatNumber(joining)} more ${are(joining)} only in this season.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Wardrobes of the other season: who has only these is owed nothing in this one. */
function OtherWardrobes({ wardrobes, fromSeasonName }: { wardrobes: SeasonMembersPreview['wardrobes']; fromSeasonName: string }) {
  const uncopied = wardrobes.filter(({ copyId }) => copyId === null);
  const copied = wardrobes.filter(({ copyId }) => copyId !== null);
  const list = (shown: typeof wardrobes) => shown.map(({ name, people }) => `${name} (${countPeople(people)})`).join(', ');
  return (
    <>
      {uncopied.length > 0 && (
        <Notice tone="warning">
          {plural(uncopied.length, 'wardrobe is', 'wardrobes are')} for {fromSeasonName} only and{' '}
          {uncopied.length === 1 ? 'grants' : 'grant'} nothing in this season: {list(uncopied)}. Copy{' '}
          {uncopied.length === 1 ? 'it' : 'them'} to this season first, so that the people who are added get the copy.
        </Notice>
      )}
      {copied.length > 0 && (
        <Text size="sm" c="dimmed">
          The people who are added also get the copies of {list(copied)} for this season.
        </Text>
      )}
    </>
  );
}
