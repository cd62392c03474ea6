import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { defineList } from '#web/app/lists/define-list.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { announcementColumns } from '#web/content/announcements/announcement-columns.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { organisationFilter } from '../../organisation-filter.tsx';
import { ContentPages } from '../content-pages.tsx';

const announcementsList = defineList<'GET /api/operator/announcements'>()({
  name: 'announcements',
  call: 'GET /api/operator/announcements',
  rowsKey: 'announcements',
  nouns: ['announcement', 'announcements'],
  label: 'Announcements',
  link: ({ id }) => operatorPaths.announcement(id),
  columns: {
    ...announcementColumns,
    audience: { title: 'For', wraps: true, cell: ({ audience }) => audience },
    keeper: { title: 'Managed by', isRoomy: true, cell: ({ isOwn }) => (isOwn ? 'The client' : 'Us') },
  },
  card: [{ start: ['text'], end: 'state' }, { start: ['audience'] }, { start: ['written', 'days'] }],
  search: { param: 'searchTerm', url: 'search', label: 'Search announcements', placeholder: 'Words in the text' },
  filters: { organisationId: { ...organisationFilter, label: 'Client' } },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: {
    title: 'No announcements yet',
    text: 'Announcements are shown to people of clients on Home and under News, between the days you choose.',
  },
  nothingFound: 'You can search by words in the text. Check the spelling or remove a filter.',
});

/** The announcements for clients of the operator's brands. */
export function AnnouncementsPage() {
  const model = useList(announcementsList, undefined);
  const add = (
    <Button component={Link} to={operatorPaths.newAnnouncement}>
      Add an announcement
    </Button>
  );
  return (
    <>
      <PageHeader title="News" actions={add}>
        Announcements for your clients’ people, on Home and under News. Clients’ administrators manage their own.
      </PageHeader>
      <ContentPages />
      <ListPage model={model} emptyAction={add} />
    </>
  );
}
