import { useLocation } from 'react-router';
import { findTrail } from '#web/app/list-trail.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { operatorPaths } from '../../operator-paths.ts';

/** Above the title of pages that are reached from the board: back to it, and on to its next order where one was opened from it. Keys belong to the scanner. */
export function BackToBoard({ orderIds = [] }: { orderIds?: readonly number[] }) {
  const { state } = useLocation();
  const [id = 0] = orderIds;
  // Lists of shipments and of other things lead here as well.
  const isFromBoard =
    orderIds.length === 1 && typeof state?.list === 'string' && findTrail('board', state.list)?.ids.includes(id) === true;
  return isFromBoard ? (
    <ListBackLink
      to={operatorPaths.board}
      label="Board"
      list="board"
      noun="order"
      id={id}
      pathOf={operatorPaths.order}
      hasKeys={false}
    />
  ) : (
    <BackLink to={operatorPaths.board}>Board</BackLink>
  );
}
