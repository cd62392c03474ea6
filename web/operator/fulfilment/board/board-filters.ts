import type { QueryOf, ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

export type BoardOrder = ReplyOf<'GET /api/operator/orders'>['orders'][number];
export type BoardDestination = ReplyOf<'GET /api/operator/orders'>['destinations'][number];

/** Orders on a page of the board. */
export const BOARD_ROWS = 50;

/** The states of orders on the board, with their labels. */
export const boardStates = {
  toPick: 'To pick',
  picking: 'Picking',
  partShipped: 'Shipped in part',
  backOrder: 'Back order',
} as const;
export type BoardState = keyof typeof boardStates;

export const boardStateTones: Record<BoardState, Tone> = {
  toPick: 'neutral',
  picking: 'info',
  partShipped: 'success',
  backOrder: 'warning',
};

export const isBoardState = (name: string): name is BoardState => Object.hasOwn(boardStates, name);

/** The filters of the board, kept in the page's URL. An unset filter is 0 or empty. */
export interface BoardFilters {
  search: string;
  organisation: number;
  destination: string;
  state: BoardState | '';
  /** Zero-based. */
  page: number;
}

/** Reads the filters from the URL. Invalid values are ignored. */
export function readBoardFilters(search: URLSearchParams): BoardFilters {
  const number = (name: string, max: number) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 && value <= max ? value : 0;
  };
  const state = search.get('state') ?? '';
  return {
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    organisation: number('organisation', 2_147_483_647),
    destination: (search.get('destination') ?? '').slice(0, 32),
    state: isBoardState(state) ? state : '',
    page: Math.max(0, number('page', 10_000) - 1),
  };
}

/** Writes the filters to URL parameters. Pages are counted from 1 in the URL. */
export function writeBoardFilters(filters: BoardFilters): URLSearchParams {
  const search = new URLSearchParams();
  const set = (name: string, value: string | number) => value && search.set(name, String(value));
  set('q', filters.search);
  set('organisation', filters.organisation);
  set('destination', filters.destination);
  set('state', filters.state);
  if (filters.page > 0) set('page', filters.page + 1);
  return search;
}

export const noBoardFilters: BoardFilters = readBoardFilters(new URLSearchParams());

/** The query of the board. */
export const toBoardQuery = (filters: BoardFilters): QueryOf<'GET /api/operator/orders'> => ({
  page: filters.page,
  limit: BOARD_ROWS,
  ...(filters.search && { searchTerm: filters.search }),
  ...(filters.organisation && { organisationId: filters.organisation }),
  ...(filters.destination && { destination: filters.destination }),
  ...(filters.state && { state: filters.state }),
});
