import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { RecordDialog } from '#web/organisation/structure/record-dialog.tsx';
import { useWardrobeNames } from './use-wardrobe-names.ts';
import { reloadWardrobe, storeWardrobe, type Wardrobe } from './wardrobe-data.ts';

interface Props {
  wardrobe: Wardrobe;
  onClose: () => void;
}

/** Dialog for copying a wardrobe to another season; links to the copies that there are. */
export function CopyDialog({ wardrobe, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { seasons } = useWardrobeNames();
  const copied = new Set(wardrobe.copies.map(({ seasonId }) => seasonId));
  const options = seasons
    .filter(({ id }) => id !== wardrobe.seasonId && !copied.has(id))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <RecordDialog
      title={`Copy ${wardrobe.name} to another season`}
      closeLabel="Close without copying"
      submitLabel="Copy wardrobe"
      draftKey={`wardrobe.${wardrobe.id}.copy`}
      fields={[
        {
          name: 'seasonId',
          label: 'Season',
          type: 'choice',
          options: [{ value: '', label: 'Select a season' }, ...options],
          required: true,
        },
        { name: 'name', label: 'Name of the copy', hint: 'Leave blank to add the name of the season.', type: 'text' },
      ]}
      saved={{ seasonId: '', name: '' }}
      save={async ({ seasonId, name }) => {
        const request = { params: { id: wardrobe.id }, body: { seasonId: Number(seasonId), name: String(name) } };
        const copy = await api('POST /api/organisation/wardrobes/:id/copy', request).catch(async (error: unknown) => {
          // Someone else may have copied it: the dialog then links to that copy.
          await reloadWardrobe(client, wardrobe.id).catch(() => undefined);
          throw error;
        });
        storeWardrobe(client, copy.wardrobe);
        // The wardrobe and its cuts now have copies.
        void invalidateCalls(client, 'GET /api/organisation/wardrobes/:id');
        void navigate(paths.wardrobe(copy.wardrobe.id));
      }}
      savedMessage={() => 'Wardrobe copied. You can now change the copy.'}
      onClose={onClose}
    >
      <p>The wardrobe is copied with its cuts, groups, products and quantities. People keep their current wardrobes.</p>
      {wardrobe.copies.length > 0 && (
        <p>
          Copied already:{' '}
          {wardrobe.copies.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={paths.wardrobe(id)} onClick={onClose}>
                {name}
              </Link>
            </span>
          ))}
        </p>
      )}
    </RecordDialog>
  );
}
