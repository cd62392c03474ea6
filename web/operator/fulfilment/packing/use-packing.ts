import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { describeScan } from '#contract/scanned-codes.ts';
import { operatorApi } from '../../session/operator-api.ts';
import { nameLine, type PackLine, type PackOrder } from '../pack-order.ts';
import { type Bag, toBags } from './bags.ts';
import { explainKnownGarment } from './known-garment.ts';
import { describeOutsideChange } from './outside-changes.ts';
import {
  addPieces,
  findLastStep,
  getPacked,
  getProgress,
  isClosed,
  type PackingState,
  reconcile,
  removeShipped,
  setClosed,
  undoStep,
} from './packing-state.ts';
import { onPackingChanged, type PendingShipment, readPacking, writePacking } from './packing-storage.ts';
import { resolveScan, type ScanResult } from './scan.ts';

/** The answer to the latest action, in words. */
export interface PackingMessage {
  /** Counts messages, so that the same words are announced again. */
  id: number;
  text: string;
  tone: 'success' | 'warning';
  scan?: ScanResult;
}

interface Options {
  orderIds: readonly number[];
  /** The orders as the server has them; undefined while they are loaded. */
  orders: readonly PackOrder[] | undefined;
  /** Other orders of the same destination. */
  elsewhere: readonly PackOrder[];
  /** Whether a shipment has not been answered: until then, what was scanned is not set against the orders. */
  isShipping: boolean;
  /** Called when another tab has packed or shipped. */
  onOutsideChange: () => void;
}

const noOrders: readonly PackOrder[] = [];

/** What has been scanned into bags on this device, and what can be done with it. */
export function usePacking({ orderIds, orders = noOrders, elsewhere, isShipping, onOutsideChange }: Options) {
  const [state, setState] = useState<PackingState>(() => readPacking(orderIds));
  const latest = useRef(state);
  const [openKey, setOpenKey] = useState<string>();
  const [message, setMessage] = useState<PackingMessage>();
  const [outside, setOutside] = useState<readonly string[]>([]);
  const bags = useMemo(() => toBags(orders), [orders]);

  const update = useCallback((next: PackingState) => {
    writePacking(latest.current, next);
    latest.current = next;
    setState(next);
  }, []);
  const say = useCallback((text: string, tone: PackingMessage['tone'] = 'success', scan?: ScanResult) => {
    setMessage((before) => ({ id: (before?.id ?? 0) + 1, text, tone, ...(scan && { scan }) }));
  }, []);

  const changed = useRef(onOutsideChange);
  changed.current = onOutsideChange;
  const ids = orderIds.join();
  useEffect(
    () =>
      onPackingChanged(ids.split(',').map(Number), () => {
        const stored = readPacking(ids.split(',').map(Number));
        // What was seen of orders is kept, so that what the other tab has shipped is told.
        latest.current = Object.fromEntries(
          Object.entries(stored).map(([id, order]) => [id, { ...order, seen: latest.current[Number(id)]?.seen ?? order.seen }]),
        );
        setState(latest.current);
        changed.current();
      }),
    [ids],
  );

  useEffect(() => {
    if (isShipping || orders.length === 0) return;
    const { state: next, changes } = reconcile(latest.current, orders);
    if (next !== latest.current) update(next);
    if (changes.length > 0) {
      const told = changes.map((change) => describeOutsideChange(change, toBags(orders)));
      setOutside((before) => [...new Set([...before, ...told])]);
    }
  }, [orders, isShipping, update]);

  const openBag =
    bags.find(({ key }) => key === openKey) ??
    bags.find((bag) => !isClosed(state, bag) && getProgress(state, bag).toScan > 0) ??
    bags.find((bag) => !isClosed(state, bag)) ??
    bags[0];
  const open = useRef(openBag);
  open.current = openBag;

  const scans = useRef(0);
  const scan = useCallback(
    (code: string) => {
      const context = () => ({ orders, bags, openBag: open.current, elsewhere, state: latest.current });
      const result = resolveScan(code, context());
      if (!result) return;
      scans.current += 1;
      const own = scans.current;
      if (result.kind === 'unknown') {
        // The answer to an earlier scan must not stand where that to a later one is read.
        const answer = (known: ScanResult) => {
          if (scans.current === own) say(known.message, 'warning', known);
        };
        say(`Looking up ${describeScan(code)} …`, 'warning');
        operatorApi('GET /api/operator/packing/garments', { query: { code: code.trim() } }).then(
          ({ garments }) => answer(explainKnownGarment(garments, context()) ?? result),
          () => answer({ ...result, message: `${result.message} The catalogue could not be asked.` }),
        );
        return;
      }
      if (result.line) {
        update(addPieces(latest.current, result.line, 1, Date.now()));
        setOpenKey(result.bagKey);
      }
      say(result.message, result.kind === 'added' ? 'success' : 'warning', result);
    },
    [orders, bags, elsewhere, update, say],
  );

  const undo = useCallback(() => {
    const last = findLastStep(latest.current);
    const bag = bags.find(({ lines }) => lines.some(({ id }) => id === last?.step.lineId));
    const line = bag?.lines.find(({ id }) => id === last?.step.lineId);
    if (!last || !bag || !line) return say('There is nothing to undo.', 'warning');
    if (isClosed(latest.current, bag))
      return say(`Not undone: Bag ${bag.number} is closed. Reopen it to take ${nameLine(line)} out.`, 'warning');
    update(undoStep(latest.current));
    setOpenKey(bag.key);
    say(`Undone: ${nameLine(line)}. ${getPacked(latest.current, line)} of ${line.pendingQuantity} in Bag ${bag.number}`);
  }, [bags, update, say]);

  const setPacked = useCallback(
    (line: PackLine, quantity: number) => {
      const before = getPacked(latest.current, line);
      update(addPieces(latest.current, line, quantity - before, Date.now()));
      const after = getPacked(latest.current, line);
      if (after < quantity) say(`Only ${after} of ${line.pendingQuantity} × ${nameLine(line)} can be packed now.`, 'warning');
      else if (after !== before) say(`${nameLine(line)}: ${after} of ${line.pendingQuantity} packed`);
    },
    [update, say],
  );

  const close = useCallback(
    (bag: Bag) => {
      update(setClosed(latest.current, bag, true));
      const next = bags.find((each) => !isClosed(latest.current, each) && getProgress(latest.current, each).toScan > 0);
      setOpenKey(next?.key ?? bag.key);
      say(next ? `Bag ${bag.number} is closed. Next: Bag ${next.number}, ${next.title}` : `Bag ${bag.number} is closed.`);
    },
    [bags, update, say],
  );

  const reopen = useCallback(
    (bag: Bag) => {
      update(setClosed(latest.current, bag, false));
      setOpenKey(bag.key);
      say(`Bag ${bag.number} is open again.`);
    },
    [update, say],
  );

  const finishShipment = useCallback(
    ({ parcels, bagKeys }: PendingShipment) => {
      const items = parcels.flatMap((parcel) => parcel.items);
      update(removeShipped(latest.current, items, bagKeys));
      setOpenKey(undefined);
      setMessage(undefined);
      setOutside([]);
    },
    [update],
  );

  const moveOpen = (step: number) => {
    const at = bags.findIndex(({ key }) => key === openBag?.key);
    const next = bags[Math.min(bags.length - 1, Math.max(0, at + step))];
    if (next) setOpenKey(next.key);
  };

  return {
    state,
    bags,
    openBag,
    message,
    say,
    /** What happened to the orders elsewhere, as sentences. */
    outside,
    dismissOutside: () => setOutside([]),
    open: setOpenKey,
    moveOpen,
    scan,
    undo,
    setPacked,
    close,
    reopen,
    finishShipment,
  };
}

export type Packing = ReturnType<typeof usePacking>;
