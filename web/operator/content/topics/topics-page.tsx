import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { ContentPages } from '../content-pages.tsx';
import { OrderTopics } from './order-topics.tsx';
import { topicsList } from './topics-list.tsx';

/** The texts that the supplier shows at places of the portal. */
export function TopicsPage() {
  const mayChange = useMay('content:write');
  const model = useList(topicsList, undefined);
  const [isOrdering, setOrdering] = useState(false);
  const add = mayChange && (
    <Button component={Link} to={operatorPaths.newTopic}>
      Add a topic
    </Button>
  );
  const close = () => setOrdering(false);
  return (
    <>
      <PageHeader
        title="Topics"
        tab="Topics – content"
        actions={
          mayChange && (
            <>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setOrdering(true)}>
                Change order
              </Button>
              {add}
            </>
          )
        }
      >
        Texts shown to clients’ people in different places of the portal.
      </PageHeader>
      <ContentPages />
      <ListPage model={model} emptyAction={add} />
      <Dialog opened={isOrdering} onClose={close} title="Order of topics" closeLabel="Close">
        {isOrdering && <OrderTopics start={model.conditions.location} />}
      </Dialog>
    </>
  );
}
