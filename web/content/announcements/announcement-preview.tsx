import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#web/app/session/profile.ts';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { WidthPreviews } from '../publications/previews/width-previews.tsx';
import { NewsList } from './news-list.tsx';

/** What is shown of an announcement. */
export interface ShownAnnouncement {
  text: string;
  url: string;
  createdOnUtc: string;
}

/** An announcement as on Home. */
export const AnnouncementOnHome = ({ announcement }: { announcement: ShownAnnouncement }) => (
  <Card title="News">
    <NewsList items={[{ id: 'preview', ...announcement }]} />
  </Card>
);

/** An announcement of an organisation as its people will see it: in the look of its brand, with its colours, and at two widths. */
export function OwnAnnouncementPreview({ announcement }: { announcement: ShownAnnouncement }) {
  const brand = useBrand();
  const { data: colours } = useQuery(settingsQuery);
  return (
    <WidthPreviews brand={brand} colours={colours}>
      <AnnouncementOnHome announcement={announcement} />
    </WidthPreviews>
  );
}
