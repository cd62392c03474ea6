import { Button } from '@mantine/core';
import { RichText } from '#web/ui/content/rich-text.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import css from './notice-dialog.module.css';
import type { Topic } from './topics.ts';

interface Props {
  /** Those that have not been read, at least one. */
  notices: readonly Topic[];
  onRead: (id: number) => void;
}

/** The first of the important notices that have not been read. Closing it shows the next one. */
export function NoticeDialog({ notices, onRead }: Props) {
  const [notice] = notices;
  if (!notice) return null;
  const read = () => onRead(notice.id);
  const more = notices.length - 1;
  return (
    <Dialog opened onClose={read} title={notice.title ?? 'Important notice'} closeLabel="Close notice" width={600}>
      <div key={notice.id} className={css.notice}>
        {notice.body && <RichText html={notice.body} />}
        <div className={css.actions}>
          <Button onClick={read}>{more > 0 ? 'Next notice' : 'Close'}</Button>
          {more > 0 && <span className={css.more}>{more === 1 ? 'One more notice' : `${more} more notices`}</span>}
        </div>
      </div>
    </Dialog>
  );
}
