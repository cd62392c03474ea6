/** Ids that tests, stories and benchmarks may rely on. `seed.test.ts` holds them against the seeded rows. */
export const DEMO = {
  organisations: { meridian: 1, hallam: 2, corvane: 3 },
  /** Customer ids of the named logins; the operator is not a customer. */
  customers: {
    'admin@meridian.example': 1,
    'north.admin@meridian.example': 2,
    'buyer@meridian.example': 3,
    'sales@meridian.example': 4,
    'staff@meridian.example': 5,
    'new.starter@meridian.example': 6,
    'bartholomew.obrien-featherstonehaugh@meridian.example': 7,
    'south.admin@meridian.example': 8,
    'west.admin@meridian.example': 9,
    'part.time@meridian.example': 398,
    'shift.lead@meridian.example': 399,
    'duty.manager@meridian.example': 400,
    'admin@hallam.example': 401,
    'approver@hallam.example': 402,
    'buyer@hallam.example': 403,
    'staff@hallam.example': 404,
    'sales@hallam.example': 405,
    'admin@corvane.example': 521,
    'buyer@corvane.example': 522,
    'staff@corvane.example': 523,
    'sales@corvane.example': 524,
    'track@corvane.example': 525,
    'punchout@corvane.example': 670,
  },
  /** Meridian's group that north.admin manages. */
  groupNorth: 1,
  products: {
    /** 5 colours × 10 sizes × 3 fits; Meridian, Hallam and Corvane buy it. */
    with150Combinations: 401,
    /** 10 colours × 20 sizes × 5 legs; all three buy it, and it may be back-ordered. */
    with1000Combinations: 407,
    /** Meridian's, Hallam's and Corvane's polo, each under its own number and price. */
    polo: 201,
    callForPrice: 414,
    madeToOrder: 504,
  },
  skus: {
    polo: 'MP210-NVY-M',
    withSlash: 'HV105-YEL/NVY-M',
  },
  /** Tokens of the registration links (/register?token=…): confirmed by email, or by an administrator. */
  registrationTokens: {
    meridian: { confirm: 'demo-meridian-confirm', approval: 'demo-meridian-approval' },
    hallam: { confirm: 'demo-hallam-confirm', approval: 'demo-hallam-approval' },
    corvane: { confirm: 'demo-corvane-confirm', approval: 'demo-corvane-approval' },
  },
  /** Ids of orders: Meridian 10001–11500, Hallam 11501–11800, Corvane 11801–12200. */
  firstOrderIds: { meridian: 10001, hallam: 11501, corvane: 11801 },
} as const;
