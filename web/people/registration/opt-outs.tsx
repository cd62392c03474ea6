import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { optOutsList } from './opt-outs-list.tsx';

/** People who opted out of a uniform, to undo that. */
export function OptOuts() {
  return <ListPage model={useList(optOutsList, undefined)} />;
}
