/** Who can log in to the demonstration, in the order in which `npm start` shows them. */
export interface DemoLogin {
  host: 'localhost' | 'alder.localhost' | 'brackwell.localhost';
  email: string;
  who: string;
}

/** Of every demonstration login, and of nothing else. */
export const demoPassword = 'Uniform-2026';

export const demoHosts: Record<DemoLogin['host'], { brand: string; organisation: string }> = {
  localhost: { brand: 'Sundial Uniforms', organisation: 'Meridian Resorts' },
  'alder.localhost': { brand: 'Alder & Vane', organisation: 'Hallam Hotels' },
  'brackwell.localhost': { brand: 'Brackwell Workwear', organisation: 'Corvane Rail' },
};

export const demoLogins: DemoLogin[] = [
  { host: 'localhost', email: 'admin@meridian.example', who: 'administrator, may approve orders' },
  { host: 'localhost', email: 'north.admin@meridian.example', who: 'administrator of the group North only' },
  { host: 'localhost', email: 'buyer@meridian.example', who: 'buyer' },
  { host: 'localhost', email: 'sales@meridian.example', who: 'sales, may act for others' },
  { host: 'localhost', email: 'staff@meridian.example', who: 'staff with a fixed allocation' },
  { host: 'localhost', email: 'new.starter@meridian.example', who: 'staff, started last week' },
  { host: 'alder.localhost', email: 'admin@hallam.example', who: 'administrator, has terms to accept' },
  { host: 'alder.localhost', email: 'approver@hallam.example', who: 'buyer who approves orders' },
  { host: 'alder.localhost', email: 'buyer@hallam.example', who: 'buyer whose orders need approval' },
  { host: 'alder.localhost', email: 'staff@hallam.example', who: 'staff on points' },
  { host: 'brackwell.localhost', email: 'admin@corvane.example', who: 'administrator, PO number mandatory' },
  { host: 'brackwell.localhost', email: 'buyer@corvane.example', who: 'buyer, may pay by card' },
  { host: 'brackwell.localhost', email: 'staff@corvane.example', who: 'staff with a budget of money' },
  { host: 'localhost', email: 'operator@livery.example', who: "the supplier's operator, at /operator" },
];
