/** 10 fixed, 20 quantity, 30 points, 40 money, 50 unlimited. */
export type AllocationType = 10 | 20 | 30 | 40 | 50;

/** The types that describe an organisation of the demonstration. The other files in this folder contain the data. */
export interface OrganisationPlan {
  id: number;
  brandId: number;
  name: string;
  host: string;
  /** Domain of all email addresses. */
  mailDomain: string;
  /** Columns of `organisation` that differ from their defaults. */
  settings: Record<string, unknown>;
  /** Where invoices go. */
  office: PostalAddress;
  groups: NamedEntity[];
  resorts: Resort[];
  areas: NamedEntity[];
  jobRoles: JobRole[];
  collections: Collection[];
  /** What happens to orders beyond what a wardrobe grants. */
  beyond: 'block' | 'approval' | 'own_payment';
  /** The allocation types that its wardrobes permit; most wearers have the first. */
  allocationTypes: AllocationType[];
  /** Ids of last, current and next. */
  seasonIds: [number, number, number];
  seasonName: string;
  /** A further season of one wardrobe, whose ordering window closed ten days ago. */
  closedSeason?: NamedEntity & { collectionId: number };
  shippingOptions: ShippingOption[];
  /** Which roles may pay the organisation's orders by card; with it, people pay so what they order beyond their entitlement. Absent: no cards. */
  card?: { roles: readonly number[] };
  slides: Slide[];
  /** The newest first. */
  news: Announcement[];
  people: PeoplePlan;
  /** Which orders need approval, besides those with pieces beyond the entitlement. */
  approval: 'never' | 'always' | { aboveMinor: number };
  /** `awaiting`: so many recent orders wait for approval. */
  orders: { firstId: number; count: number; awaiting: number };
  range: Range;
}

export interface NamedEntity {
  id: number;
  name: string;
}

export interface PostalAddress {
  company: string;
  address1: string;
  address2?: string;
  city: string;
  county?: string;
  postcode: string;
  phone: string;
}

/** Departments get the ids resort × 10 + 1, 2, … */
export interface Resort extends NamedEntity {
  groupId: number;
  departments: string[];
  addresses: PostalAddress[];
  /** How many of the people work here, in proportion to the others. */
  share: number;
}

export interface JobRole extends NamedEntity {
  areaId: number;
  department: string;
  /** Of the wardrobe that people in this role wear; a child when it is cut for men or women. */
  collectionId: number;
  share: number;
}

export interface Collection extends NamedEntity {
  description: string;
  groupId?: number;
  /** `cut` gives a child for men and one for women; otherwise the children are named. Ids: parent × 10 + 1, 2, … */
  children: 'cut' | string[];
  /** Handles of the products that belong to it. */
  products: string[];
}

export interface ShippingOption {
  name: string;
  description: string;
  rate: number;
  freeFrom?: number;
  days: number;
  /** Local time until which it leaves, or is ready to collect, on the same working day. */
  cutOff?: string;
  /** Where and when it is collected; absent where it is sent. */
  collect?: { from: string; openingHours: string };
  /** Roles that may choose it; everyone without it. */
  roles?: readonly number[];
}

/** Those who order for others: administrators, buyers and Sales. */
export const WHO_ORDERS_FOR_OTHERS = [33, 35, 36] as const;

export interface Slide {
  text: string;
  link: string;
  alt: string;
  src: string;
}

export interface PeoplePlan {
  firstId: number;
  count: number;
  /** Named people, who are not generated from the lists of names. */
  known: KnownPerson[];
  employeePrefix: string;
  poNumbers: boolean;
}

export interface KnownPerson {
  /** Takes the place of the generated person with this id; otherwise the ids count from the organisation's first. */
  id?: number;
  email: string;
  firstName: string;
  lastName: string;
  gender: 0 | 10 | 20;
  roleId: 33 | 34 | 35 | 36;
  jobRoleId: number | null;
  resortId: number | null;
  /** Child wardrobes; otherwise the one of the job role, drawn or by gender. */
  wardrobeIds?: number[];
  groupIds?: number[];
  adminableGroupIds?: number[];
  allocationTypeId?: AllocationType;
  weeklyHours?: number;
  canApprove?: boolean;
  measured?: boolean;
  agreedToTerms?: boolean;
  /** Days since the first day of work. */
  employedDays?: number;
  /** How many orders of the history are theirs; for wearers which ones. */
  orders: number | KnownOrder[];
}

/** A wearer's order of garments from their own wardrobe. */
export interface KnownOrder {
  /** Age. */
  days: number;
  /** Pieces by handle of the product. */
  pieces: Record<string, number>;
  /** Waits for approval. */
  awaiting?: boolean;
}

/** What the organisation buys; handles of products. */
export interface Range {
  /** Everything it buys, in the order of display. */
  products: string[];
  featured: string[];
  /** Own names, numbers, prices and prices from a quantity on (pence without tax). */
  own: Record<string, { name?: string; sku?: string; price?: number; tiers?: [quantity: number, price: number][] }>;
  areas: Record<number, string[]>;
  jobRoles: Record<number, string[]>;
  /** Limited to these roles. */
  roles: Record<string, number[]>;
  /** Not shown any more, or not yet. */
  unpublished: string[];
}

export interface Announcement {
  text: string;
  /** Where more can be read: a path of the portal, or https. */
  url?: string;
  daysAgo: number;
  /** Whether the organisation's administrators keep it, and not the supplier. */
  isOwn?: true;
}
