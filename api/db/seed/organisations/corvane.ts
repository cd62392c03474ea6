import type { OrganisationPlan } from './plan.ts';

const stations = [
  'pilot-shirt-short-sleeve', 'pilot-shirt-long-sleeve', 'oxford-blouse-long-sleeve', 'poplin-blouse-three-quarter', 'mens-blazer', 'womens-blazer', 'mens-flat-front-trousers',
  'womens-straight-trousers', 'pencil-skirt', 'v-neck-jumper', 'v-neck-cardigan', 'clip-on-tie', 'silk-feel-scarf', 'oxford-shoe', 'leather-belt', 'long-rain-coat',
  'hi-vis-executive-vest', 'trouser-socks',
];
const onBoard = ['mens-waistcoat', 'womens-waistcoat', 'womens-slim-trousers', 'stretch-service-shirt', 'bistro-waist-apron', 'service-trainer', 'softshell-mens', 'softshell-womens'];
const depots = [
  'cargo-work-trousers', 'stretch-work-trousers', 'work-shorts', 'polycotton-coverall', 'fr-coverall', 'fr-jacket', 'work-jacket', 'bib-and-brace', 'heavy-tee', 'crew-sweatshirt',
  'quarter-zip-sweatshirt', 'heavy-fleece', 'safety-boot', 'safety-trainer', 'safety-wellington', 'bump-cap', 'cut-gloves', 'nitrile-gloves', 'work-socks',
];
const track = [
  'rail-jacket-orange', 'rail-trousers-orange', 'hi-vis-vest', 'hi-vis-vest-zip', 'hi-vis-polo', 'hi-vis-sweatshirt', 'hi-vis-softshell', 'hi-vis-bomber', 'hi-vis-parka',
  'hi-vis-coverall', 'hi-vis-beanie', 'thermal-gloves', 'hooded-softshell',
];
const everybody = ['pique-polo', 'pique-polo-womens', 'service-trousers', 'micro-fleece', 'three-in-one-parka', 'knitted-beanie', 'merino-crew-jumper'];

export const corvane: OrganisationPlan = {
  id: 3,
  brandId: 3,
  name: 'Corvane Rail',
  host: 'brackwell.localhost',
  mailDomain: 'corvane.example',
  settings: {
    logo_url: '/logos/corvane.svg',
    primary_colour: '#c8102e',
    secondary_colour: '#1f2a44',
    tertiary_colour: '#6d747d',
    po_number_required: true,
    custom_password_rule: true,
    password_regex: String.raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).{10,64}$`,
    password_message: 'Use 10 to 64 characters with a small letter, a capital letter, a digit and a sign such as - or !',
    password_min_length: 10,
    limit_adhoc_to_own_collection: false,
  },
  office: { company: 'Corvane Rail Ltd', address1: 'Signal Box House', address2: '3 Neville Street', city: 'Leeds', county: 'West Yorkshire', postcode: 'LS1 4BT', phone: '0113 496 0300' },
  groups: [
    { id: 21, name: 'Stations' },
    { id: 22, name: 'On Board' },
    { id: 23, name: 'Depots and Track' },
  ],
  resorts: [
    {
      id: 21, name: 'Leeds Neville Street', groupId: 21, share: 30, departments: ['Gateline', 'Ticket Office', 'Platform', 'Control'],
      addresses: [{ company: 'Corvane Rail, Leeds Neville Street', address1: '3 Neville Street', city: 'Leeds', county: 'West Yorkshire', postcode: 'LS1 4BT', phone: '0113 496 0301' }],
    },
    {
      id: 22, name: 'Hull Paragon Yard', groupId: 21, share: 16, departments: ['Gateline', 'Ticket Office', 'Platform'],
      addresses: [{ company: 'Corvane Rail, Hull', address1: 'Anlaby Road', city: 'Hull', county: 'East Riding of Yorkshire', postcode: 'HU1 2PA', phone: '01632 960312' }],
    },
    {
      id: 23, name: 'Sheffield Crew Depot', groupId: 22, share: 22, departments: ['Drivers', 'Conductors', 'Catering'],
      addresses: [{ company: 'Corvane Rail Crew Depot', address1: 'Cross Turner Street', city: 'Sheffield', county: 'South Yorkshire', postcode: 'S1 2BN', phone: '0114 496 0323' }],
    },
    {
      id: 24, name: 'Holbeck Maintenance Depot', groupId: 23, share: 20, departments: ['Fitters', 'Cleaners', 'Stores'],
      addresses: [
        { company: 'Corvane Rail, Holbeck Depot', address1: 'Nineveh Road', city: 'Leeds', county: 'West Yorkshire', postcode: 'LS11 9QG', phone: '0113 496 0334' },
        { company: 'Corvane Rail, Holbeck Stores', address1: 'Gate B, Nineveh Road', city: 'Leeds', county: 'West Yorkshire', postcode: 'LS11 9QH', phone: '0113 496 0335' },
      ],
    },
    {
      id: 25, name: 'Doncaster Track Base', groupId: 23, share: 12, departments: ['Permanent Way', 'Signalling'],
      addresses: [{ company: 'Corvane Rail Track Base', address1: 'Hexthorpe Road', city: 'Doncaster', county: 'South Yorkshire', postcode: 'DN4 0BF', phone: '01632 960346' }],
    },
  ],
  areas: [
    { id: 21, name: 'Customer Service' },
    { id: 22, name: 'Train Crew' },
    { id: 23, name: 'Fleet Maintenance' },
    { id: 24, name: 'Infrastructure' },
  ],
  jobRoles: [
    { id: 41, name: 'Gateline Assistant', areaId: 21, department: 'Gateline', collectionId: 201, share: 18 },
    { id: 42, name: 'Ticket Office Clerk', areaId: 21, department: 'Ticket Office', collectionId: 201, share: 10 },
    { id: 43, name: 'Station Manager', areaId: 21, department: 'Control', collectionId: 201, share: 4 },
    { id: 44, name: 'Driver', areaId: 22, department: 'Drivers', collectionId: 202, share: 14 },
    { id: 45, name: 'Conductor', areaId: 22, department: 'Conductors', collectionId: 202, share: 14 },
    { id: 46, name: 'On-board Host', areaId: 22, department: 'Catering', collectionId: 203, share: 8 },
    { id: 47, name: 'Fitter', areaId: 23, department: 'Fitters', collectionId: 204, share: 14 },
    { id: 48, name: 'Carriage Cleaner', areaId: 23, department: 'Cleaners', collectionId: 204, share: 8 },
    { id: 49, name: 'Track Operative', areaId: 24, department: 'Permanent Way', collectionId: 205, share: 10 },
  ],
  collections: [
    { id: 201, name: 'Stations', description: 'Shirts, suits and coats for gateline and ticket office.', children: 'cut', products: stations },
    { id: 202, name: 'Train Crew', description: 'Drivers and conductors.', children: 'cut', products: [...stations.slice(0, 8), ...onBoard] },
    { id: 203, name: 'On-board Catering', description: 'Service shirts and aprons for the trolley and the buffet.', children: 'cut', products: onBoard },
    { id: 204, name: 'Depot', description: 'Workwear for fitters and cleaners.', children: ['Workshop', 'Yard'], products: depots },
    { id: 205, name: 'Track', description: 'Orange hi-vis to RIS-3279-TOM.', children: ['Summer', 'Winter'], products: track },
  ],
  seasonIds: [21, 22, 23],
  seasonName: 'Issue',
  shippingOptions: [
    { name: 'Standard delivery', description: 'Two to three working days to stations and depots', rate: 450, freeFrom: 15000, days: 3 },
    { name: 'Next working day', description: 'Before noon on the next working day', rate: 895, days: 1 },
    { name: 'Collect from the depot', description: 'Holbeck Stores, Gate B, with staff pass', rate: 0, days: 2 },
  ],
  slides: [
    { text: 'Track winter issue: parkas and trousers to RIS-3279-TOM', link: '/products?keyword=rail', alt: 'Orange hi-vis jacket', src: '/garments/hi-vis-jacket/ff6a13-front.svg' },
    { text: 'New stretch work trousers for fitters', link: '/products?keyword=work%20trousers', alt: 'Black work trousers', src: '/garments/trousers/1d1d1f-front.svg' },
  ],
  people: {
    firstId: 521,
    count: 150,
    employeePrefix: 'CR',
    poNumbers: true,
    known: [
      { email: 'admin@corvane.example', firstName: 'Moira', lastName: 'Kinsella', gender: 20, roleId: 33, jobRoleId: 43, resortId: 21, mayApprove: true, employedDays: 2600, orders: 4 },
      { email: 'buyer@corvane.example', firstName: 'Dafydd', lastName: 'Pryce', gender: 10, roleId: 35, jobRoleId: null, resortId: 24, groupIds: [21, 22, 23], employedDays: 1120, orders: 45 },
      { email: 'staff@corvane.example', firstName: 'Saoirse', lastName: 'Ní Dhomhnaill', gender: 20, roleId: 34, jobRoleId: 45, resortId: 23, allocationTypeId: 40, measured: true, employedDays: 520, orders: 3 },
      { email: 'sales@corvane.example', firstName: 'Robert', lastName: 'Brackwell', gender: 10, roleId: 36, jobRoleId: null, resortId: null, groupIds: [], employedDays: 3000, orders: 0 },
    ],
  },
  orders: { firstId: 11801, count: 400 },
  range: {
    products: [...new Set([...stations, ...onBoard, ...depots, ...track, ...everybody])],
    featured: ['rail-jacket-orange', 'safety-boot', 'pilot-shirt-long-sleeve', 'hi-vis-vest-zip'],
    own: {
      'mens-blazer': { name: 'Corvane station jacket, men’s', sku: 'COR-JKT-M' },
      'pilot-shirt-long-sleeve': { name: 'Corvane station shirt, long sleeve', sku: 'COR-SH-L', price: 1745 },
      'pilot-shirt-short-sleeve': { name: 'Corvane station shirt, short sleeve', sku: 'COR-SH-S', price: 1645 },
      'pique-polo': { name: 'Corvane polo shirt', sku: 'COR-POLO', price: 1045 },
      'safety-boot': { sku: 'COR-BOOT' },
    },
    areas: { 21: stations.slice(0, 14), 22: onBoard.slice(0, 5), 23: depots.slice(0, 12), 24: track.slice(0, 11) },
    jobRoles: { 49: ['rail-jacket-orange', 'rail-trousers-orange'], 47: ['fr-coverall', 'fr-jacket'] },
    roles: { 'fr-jacket': [33, 35, 36], 'hi-vis-coverall': [33, 35, 36] },
    unpublished: ['work-shorts'],
  },
};
