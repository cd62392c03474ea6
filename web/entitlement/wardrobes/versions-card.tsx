import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import type { BulkEdit } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './draft.module.css';
import { formatMoment } from './draft-bar.tsx';
import type { WardrobeDraftEditor } from './use-wardrobe-draft.ts';
import type { Wardrobe } from './wardrobe-data.ts';

type Version = Wardrobe['versions'][number];

interface Props {
  wardrobe: Wardrobe;
  draft: WardrobeDraftEditor;
  /** Asks before the version in use is undone. */
  onUndo: (edit: BulkEdit) => void;
}

/** The draft and the versions of a wardrobe, the latest first. */
export function VersionsCard({ wardrobe, draft, onUndo }: Props) {
  const { versions, draft: saved, people } = wardrobe;
  return (
    <Card title="Versions">
      <ul className={css.versions} aria-label="Versions">
        {saved && (
          <li>
            <div className={css.version}>
              <h3>Version {draft.nextVersion}</h3>
              <StatusBadge>Draft</StatusBadge>
            </div>
            <Text size="sm" c="dimmed">
              {summarise(saved.changes)} Saved {formatMoment(saved.savedAtUtc)} by {saved.savedBy.name}
            </Text>
          </li>
        )}
        {versions.length === 0 && (
          <li>
            <div className={css.version}>
              <h3>Version {draft.version}</h3>
              <StatusBadge tone="success">In use</StatusBadge>
            </div>
            <Text size="sm" c="dimmed">
              {people.total === 0 ? 'No one has it yet' : plural(people.total, 'person', 'people')}
            </Text>
          </li>
        )}
        {versions.map((version, index) => (
          <VersionItem
            key={version.version}
            version={version}
            next={versions.slice(0, index).findLast(({ version: later }) => later > version.version)}
            current={draft.version}
            onUndo={wardrobe.canEdit && !wardrobe.publication ? onUndo : undefined}
          />
        ))}
      </ul>
    </Card>
  );
}

/** "Shirts: 6 instead of 4 pieces, and 2 more changes." */
function summarise([first, ...rest]: readonly string[]): string {
  if (first === undefined) return 'No changes yet.';
  return rest.length === 0 ? `${first}.` : `${first}, and ${plural(rest.length, 'more change', 'more changes')}.`;
}

interface ItemProps {
  version: Version;
  /** The version that replaced it. */
  next: Version | undefined;
  /** The number of the version in use. */
  current: number;
  onUndo: ((edit: BulkEdit) => void) | undefined;
}

function VersionItem({ version, next, current, onUndo }: ItemProps) {
  const { isInUse, people, by, publishedAtUtc } = version;
  const undo = useUndo(isInUse && onUndo ? version.bulkEditId : null);
  const from = formatDate(publishedAtUtc);
  const until = formatDate(next?.publishedAtUtc);
  const time = isInUse ? from && `Since ${from}` : from && until ? `${from} to ${until}` : until && `Until ${until}`;
  const facts = [time, (isInUse || people > 0) && plural(people, 'person', 'people'), by && `published by ${by}`];
  return (
    <li>
      <div className={css.version}>
        <h3>Version {version.version}</h3>
        {isInUse ? (
          <StatusBadge tone="success">In use</StatusBadge>
        ) : (
          <StatusBadge>{version.version > current ? 'Undone' : 'Ended'}</StatusBadge>
        )}
      </div>
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      {undo && onUndo && (
        <Button variant="subtle" size="compact-md" ml={-8} onClick={() => onUndo(undo)}>
          Undo version {version.version}
        </Button>
      )}
    </li>
  );
}

/** The bulk edit by which a version was published, if it can be undone. */
function useUndo(id: number | null): BulkEdit | undefined {
  const { data } = useQuery({ ...apiQuery('GET /api/bulkedits/:id', { params: { id: id ?? 0 } }), enabled: id !== null });
  return id !== null && data?.bulkEdit.canUndo && data.bulkEdit.state === 'finished' ? data.bulkEdit : undefined;
}
