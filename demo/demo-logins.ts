/** A log-in of the demonstration. */
export interface DemoLogin {
  host: 'localhost' | 'alder.localhost' | 'brackwell.localhost';
  email: string;
  description: string;
}

/** The password of every demonstration login, and of nothing else. */
export const demoPassword = 'Uniform-2026';

/** The supplier's operator, of all brands. The secret in Base32 is that of the authenticator app at the start. */
export const demoOperator = {
  email: 'operator@livery.example',
  name: 'Morgan Ellis',
  totpSecret: 'LIVERYDEMO2OPERATOR3CODE4SECRET5',
} as const;

export const demoHosts: Record<DemoLogin['host'], { brand: string; organisation: string }> = {
  localhost: { brand: 'Sundial Uniforms', organisation: 'Meridian Resorts' },
  'alder.localhost': { brand: 'Alder & Vane', organisation: 'Hallam Hotels' },
  'brackwell.localhost': { brand: 'Brackwell Workwear', organisation: 'Corvane Rail' },
};

/** In the order in which `npm start` shows them. The descriptions name only what the account can be used to see. */
export const demoLogins: DemoLogin[] = [
  { host: 'localhost', email: 'admin@meridian.example', description: 'administrator' },
  { host: 'localhost', email: 'north.admin@meridian.example', description: 'administrator of the group North only' },
  { host: 'localhost', email: 'buyer@meridian.example', description: 'buyer' },
  { host: 'localhost', email: 'sales@meridian.example', description: 'sales, can order for others' },
  { host: 'localhost', email: 'staff@meridian.example', description: 'staff, fixed allocation, measured' },
  {
    host: 'localhost',
    email: 'new.starter@meridian.example',
    description: 'staff, quantity per group, started last week, not measured',
  },
  { host: 'localhost', email: 'part.time@meridian.example', description: 'staff, quantity per group, 20 hours a week' },
  { host: 'localhost', email: 'shift.lead@meridian.example', description: 'staff, quantity per group, two wardrobes' },
  { host: 'localhost', email: 'duty.manager@meridian.example', description: 'staff, unlimited allocation' },
  { host: 'alder.localhost', email: 'admin@hallam.example', description: 'administrator, has terms to accept' },
  { host: 'alder.localhost', email: 'approver@hallam.example', description: 'buyer' },
  { host: 'alder.localhost', email: 'buyer@hallam.example', description: 'buyer whose orders need approval' },
  { host: 'alder.localhost', email: 'staff@hallam.example', description: 'staff, allocation by points' },
  { host: 'brackwell.localhost', email: 'admin@corvane.example', description: 'administrator, must give a PO number to order' },
  {
    host: 'brackwell.localhost',
    email: 'buyer@corvane.example',
    description: 'buyer, must give a PO number to order, can pay by card',
  },
  {
    host: 'brackwell.localhost',
    email: 'staff@corvane.example',
    description: 'staff, allocation by money, measured, pays for more by card',
  },
  {
    host: 'brackwell.localhost',
    email: 'track@corvane.example',
    description: 'staff, quantity per group, ordering window closed',
  },
];
