/** The states of quotes, with their ids on the wire and their names on screen and in files. This file has no schemas, so that pages can load it. */
export const QUOTE_STATUSES = [
  { id: 10, name: 'Submitted', label: 'Submitted' },
  { id: 20, name: 'InReview', label: 'In review' },
  { id: 30, name: 'Quoted', label: 'Quoted' },
  { id: 40, name: 'Accepted', label: 'Accepted' },
  { id: 50, name: 'Declined', label: 'Declined' },
  { id: 60, name: 'Expired', label: 'Expired' },
] as const;

/** The name of a state on the wire. */
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]['name'];

/** Who ended a declined quote: the customer after an answer, the customer before one, or the supplier. */
export const DECLINED_BY = ['customer', 'withdrawn', 'supplier'] as const;
