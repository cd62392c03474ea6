import type { AddressRow } from './addresses.ts';
import type { Calendar } from './calendar.ts';
import type { Fate } from './order-fate.ts';
import type { DraftLine, Shelf } from './order-lines.ts';
import type { Parcel } from './order-parcels.ts';
import type { SeasonRow } from './organisation-rows.ts';
import type { Person } from './people.ts';

export const TAX_RATE = 0.2;

export interface OrderWorld {
  shelf: Shelf;
  people: Person[];
  seasons: SeasonRow[];
  addresses: AddressRow[];
  calendar: Calendar;
}

export interface Line extends DraftLine {
  id: number;
  price: number;
  tax: number;
  taxRate: number;
  shipped: number;
  cancelled: number;
  returned: number;
}

/** All that is known of an order by today. */
export interface Course {
  id: number;
  person: Person;
  placedAt: Date;
  /** When it was approved or rejected, for one that had to be. */
  decidedAt: Date | null;
  /** When it was cancelled or rejected. */
  offAt: Date | null;
  lines: Line[];
  needsApproval: boolean;
  fate: Fate;
  parcels: Parcel[];
  age: number;
}
