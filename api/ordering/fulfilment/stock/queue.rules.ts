/** A line that waits for pieces of a garment, or of which pieces can be picked. */
export interface QueuedLine {
  organisationId: number;
  orderId: number;
  lineId: number;
  /** Pieces still to be packed. */
  pending: number;
  /** Pieces of these that can be picked now. */
  ready: number;
  /** Pieces of the lines before it in the queue, and those that wait to be collected. */
  ahead: number;
  /** The day until which it was promised, `YYYY-MM-DD`; null for none. */
  dueOn: string | null;
}

/** Pieces that are expected on a day, `YYYY-MM-DD`. */
export interface ArrivingPieces {
  dueOn: string;
  quantity: number;
}

/** What becomes of a line when another one is served first. */
export interface ChangedReadiness<Line extends QueuedLine> {
  line: Line;
  /** Pieces that can be picked before and after. */
  before: number;
  after: number;
}

/**
 * Which lines get more or fewer pieces of those on hand when one line is served before all others: that line first, then those that lose pieces, in the
 * order of the queue. Empty when nothing changes. Pieces that wait to be collected, which are ahead of every line, stay where they are.
 */
export function serveFirst<Line extends QueuedLine>(
  queue: readonly Line[],
  lineId: number,
  onHand: number,
): ChangedReadiness<Line>[] {
  const first = queue.filter((line) => line.lineId === lineId);
  let left = Math.max(0, onHand - Math.min(...queue.map(({ ahead }) => ahead)));
  return [...first, ...queue.filter((line) => line.lineId !== lineId)].flatMap((line) => {
    const after = Math.min(line.pending, left);
    left -= after;
    return after === line.ready ? [] : [{ line, before: line.ready, after }];
  });
}

/** A line that is to be promised for another day. */
export interface NewPromise<Line extends QueuedLine> {
  line: Line;
  /** `YYYY-MM-DD`. */
  dueOn: string;
}

/**
 * The lines whose pieces do not arrive on the day for which they are promised, with the day on which they do. The pieces that arrive go to the lines in the
 * order of the queue. A promise is kept where the pieces arrive earlier, unless it is for the day of a delivery that has been moved (`movedFrom`); also where no
 * delivery brings the pieces, because no day is known, and where their day has passed before `today`.
 *
 * @param deliveries by day
 */
export function listBrokenPromises<Line extends QueuedLine>(
  queue: readonly Line[],
  { onHand, deliveries }: { onHand: number; deliveries: readonly ArrivingPieces[] },
  { movedFrom, today }: { movedFrom: string; today: string },
): NewPromise<Line>[] {
  let arrived = Math.max(0, onHand);
  const arrivals: { dueOn: string; arrived: number }[] = [];
  for (const { dueOn, quantity } of deliveries) {
    arrived += quantity;
    arrivals.push({ dueOn, arrived });
  }
  return queue.flatMap((line) => {
    if (line.ready >= line.pending || line.dueOn === null) return [];
    const arrival = arrivals.find((each) => each.arrived >= line.ahead + line.pending);
    if (!arrival || arrival.dueOn < today || arrival.dueOn === line.dueOn) return [];
    return arrival.dueOn > line.dueOn || line.dueOn === movedFrom ? [{ line, dueOn: arrival.dueOn }] : [];
  });
}
