import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { defineList } from '#web/app/lists/define-list.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { announcementColumns } from './announcement-columns.tsx';

const ownNewsList = defineList<'GET /api/organisations/announcements'>()({
  name: 'announcements',
  call: 'GET /api/organisations/announcements',
  rowsKey: 'announcements',
  nouns: ['announcement', 'announcements'],
  label: 'Announcements',
  link: ({ id }) => paths.announcement(id),
  columns: announcementColumns,
  card: [{ start: ['text'], end: 'state' }, { start: ['written', 'days'] }],
  search: { param: 'searchTerm', url: 'search', label: 'Search announcements', placeholder: 'Words in the text' },
  filters: {},
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No announcements yet',
    text: 'Announcements are shown to your people on Home and under News, between the days you choose.',
  },
  nothingFound: 'You can search by words in the text.',
});

/** The announcements that an administrator keeps for their organisation, or for the groups that they administer. */
export function OwnNewsPage() {
  const model = useList(ownNewsList, undefined);
  const add = (
    <Button component={Link} to={paths.newAnnouncement()}>
      Add an announcement
    </Button>
  );
  return (
    <>
      <PageHeader title="News" tab="News – Settings" actions={add}>
        Announcements for your people. Those of your supplier are not listed here.
      </PageHeader>
      <ListPage model={model} emptyAction={add} />
    </>
  );
}
