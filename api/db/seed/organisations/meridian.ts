import type { OrganisationPlan } from './plan.ts';

const frontDesk = [
  'oxford-shirt-long-sleeve', 'oxford-shirt-short-sleeve', 'oxford-blouse-long-sleeve', 'poplin-blouse-three-quarter', 'mens-blazer', 'womens-blazer',
  'mens-flat-front-trousers', 'womens-straight-trousers', 'pencil-skirt', 'mens-waistcoat', 'womens-waistcoat', 'silk-feel-tie', 'silk-feel-scarf', 'v-neck-jumper',
  'v-neck-cardigan', 'oxford-shoe', 'court-shoe', 'leather-belt', 'trouser-socks', 'shift-dress',
];
const restaurant = [
  'poplin-shirt-slim', 'stretch-service-shirt', 'mandarin-collar-shirt', 'denim-bar-shirt', 'bar-waistcoat', 'bistro-waist-apron', 'denim-cross-back-apron',
  'pocket-half-apron', 'stretch-chinos-mens', 'stretch-chinos-womens', 'service-trainer', 'linen-resort-shirt',
];
const kitchen = [
  'chef-jacket-classic', 'chef-jacket-short', 'chef-jacket-vented', 'chef-jacket-executive', 'chef-jacket-womens', 'chef-trousers-check', 'chef-trousers-slim', 'bib-apron',
  'skull-cap', 'chef-neckerchief', 'kitchen-clog', 'nitrile-gloves',
];
const housekeeping = ['zip-tunic', 'housekeeping-dress', 'tunic-trousers', 'fleece-gilet', 'service-trainer'];
const spa = ['spa-wrap-tunic', 'tunic-trousers', 'shift-dress', 'micro-fleece-womens'];
const pool = ['activity-tee', 'performance-polo', 'activity-shorts', 'zip-hoodie', 'baseball-cap', 'cycle-helmet', 'long-sleeve-polo', 'padded-gilet'];
const grounds = [
  'cargo-work-trousers', 'crew-sweatshirt', 'work-jacket', 'polycotton-coverall', 'bib-and-brace', 'safety-boot', 'safety-trainer', 'hi-vis-vest', 'hi-vis-vest-zip',
  'hi-vis-executive-vest', 'hi-vis-parka', 'waterproof-shell', 'work-socks', 'cut-gloves', 'thermal-gloves', 'safety-wellington', 'insulated-parka',
];
const management = ['mens-blazer', 'womens-blazer', 'poplin-shirt-classic', 'crepe-tie-neck-blouse', 'mens-flat-front-trousers', 'womens-straight-trousers', 'silk-feel-tie'];
const everybody = [
  'pique-polo', 'pique-polo-womens', 'organic-tee', 'organic-tee-womens', 'service-trousers', 'micro-fleece', 'softshell-mens', 'softshell-womens', 'three-in-one-parka',
  'long-rain-coat', 'padded-jacket', 'knitted-beanie', 'duffel-bag', 'doormans-frock-coat',
];

export const meridian: OrganisationPlan = {
  id: 1,
  brandId: 1,
  name: 'Meridian Resorts',
  host: 'localhost',
  mailDomain: 'meridian.example',
  settings: {
    logo_url: '/logos/meridian.svg',
    primary_colour: '#1c6d74',
    secondary_colour: '#1f2a44',
    tertiary_colour: '#d3cbb8',
    order_approval: 'above_amount',
    approval_above_minor: 100_000,
    marketing_preferences_enabled: true,
  },
  office: { company: 'Meridian Resorts Ltd', address1: 'Meridian House', address2: '14 Lune Street', city: 'Preston', county: 'Lancashire', postcode: 'PR1 2NL', phone: '01632 960110' },
  groups: [
    { id: 1, name: 'North' },
    { id: 2, name: 'South' },
    { id: 3, name: 'West' },
    { id: 4, name: 'Scotland' },
  ],
  resorts: [
    {
      id: 1, name: 'Langdale Fell Lodge', groupId: 1, share: 20,
      departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Spa', 'Pool and Activities', 'Grounds and Maintenance'],
      addresses: [{ company: 'Langdale Fell Lodge', address1: 'Great Langdale', city: 'Ambleside', county: 'Cumbria', postcode: 'LA22 9JB', phone: '01632 960131' }],
    },
    {
      id: 2, name: 'Bamburgh Sands', groupId: 1, share: 14,
      departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Pool and Activities', 'Grounds and Maintenance'],
      addresses: [{ company: 'Bamburgh Sands', address1: 'Links Road', city: 'Bamburgh', county: 'Northumberland', postcode: 'NE69 7DF', phone: '01632 960142' }],
    },
    {
      id: 3, name: 'Torbay Heights', groupId: 2, share: 18,
      departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Spa', 'Grounds and Maintenance'],
      addresses: [{ company: 'Torbay Heights', address1: 'Babbacombe Cliffs', address2: 'Walls Hill Road', city: 'Torquay', county: 'Devon', postcode: 'TQ1 3LP', phone: '01632 960153' }],
    },
    {
      id: 4, name: 'Solent Quay', groupId: 2, share: 16,
      departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Pool and Activities', 'Grounds and Maintenance'],
      addresses: [
        { company: 'Solent Quay', address1: '2 Marina Parade', city: 'Lymington', county: 'Hampshire', postcode: 'SO41 5RD', phone: '01632 960164' },
        { company: 'Solent Quay, goods entrance', address1: 'Boatyard Lane', city: 'Lymington', county: 'Hampshire', postcode: 'SO41 5SB', phone: '01632 960165' },
      ],
    },
    {
      id: 5, name: 'Cardigan Bay Village', groupId: 3, share: 17,
      departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Pool and Activities', 'Grounds and Maintenance'],
      addresses: [{ company: 'Cardigan Bay Village', address1: 'Ffordd y Traeth', city: 'Aberaeron', county: 'Ceredigion', postcode: 'SA46 0BE', phone: '01632 960175' }],
    },
    {
      id: 6, name: 'Strathtay Forest', groupId: 4, share: 15,
      departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Spa', 'Pool and Activities', 'Grounds and Maintenance'],
      addresses: [{ company: 'Strathtay Forest', address1: 'Drumtennant Road', city: 'Aberfeldy', county: 'Perthshire', postcode: 'PH15 2EX', phone: '01632 960186' }],
    },
  ],
  areas: [
    { id: 1, name: 'Front of House' },
    { id: 2, name: 'Food and Beverage' },
    { id: 3, name: 'Kitchen' },
    { id: 4, name: 'Housekeeping and Spa' },
    { id: 5, name: 'Leisure and Grounds' },
  ],
  jobRoles: [
    { id: 1, name: 'Receptionist', areaId: 1, department: 'Reception', collectionId: 1, share: 12 },
    { id: 2, name: 'Concierge', areaId: 1, department: 'Reception', collectionId: 1, share: 4 },
    { id: 3, name: 'Duty Manager', areaId: 1, department: 'Reception', collectionId: 8, share: 5 },
    { id: 4, name: 'Waiting Staff', areaId: 2, department: 'Restaurant and Bar', collectionId: 2, share: 17 },
    { id: 5, name: 'Bartender', areaId: 2, department: 'Restaurant and Bar', collectionId: 2, share: 8 },
    { id: 6, name: 'Chef', areaId: 3, department: 'Kitchen', collectionId: 31, share: 12 },
    { id: 7, name: 'Kitchen Porter', areaId: 3, department: 'Kitchen', collectionId: 32, share: 6 },
    { id: 8, name: 'Room Attendant', areaId: 4, department: 'Housekeeping', collectionId: 4, share: 16 },
    { id: 9, name: 'Spa Therapist', areaId: 4, department: 'Spa', collectionId: 5, share: 5 },
    { id: 10, name: 'Lifeguard', areaId: 5, department: 'Pool and Activities', collectionId: 61, share: 6 },
    { id: 11, name: 'Groundskeeper', areaId: 5, department: 'Grounds and Maintenance', collectionId: 71, share: 5 },
    { id: 12, name: 'Maintenance Technician', areaId: 5, department: 'Grounds and Maintenance', collectionId: 72, share: 4 },
  ],
  collections: [
    { id: 1, name: 'Front Desk', description: 'Suits, shirts and blouses for reception and concierge.', children: 'cut', products: frontDesk },
    { id: 2, name: 'Restaurant and Bar', description: 'Service shirts, waistcoats and aprons.', children: 'cut', products: restaurant },
    { id: 3, name: 'Kitchen Brigade', description: 'Chef whites, trousers and aprons.', children: ['Chefs', 'Porters'], products: kitchen },
    { id: 4, name: 'Housekeeping', description: 'Tunics and trousers for rooms and public areas.', children: 'cut', products: housekeeping },
    { id: 5, name: 'Spa', description: 'Wrap tunics and soft trousers for treatment rooms.', children: 'cut', products: spa },
    { id: 6, name: 'Pool and Activities', description: 'Quick-drying tops, shorts and hoodies.', children: ['Poolside', 'Outdoor'], products: pool },
    { id: 7, name: 'Grounds and Maintenance', description: 'Work trousers, safety footwear and hi-vis.', children: ['Gardens', 'Maintenance'], products: grounds },
    { id: 8, name: 'Duty Management', description: 'Suits for duty and general managers.', children: 'cut', products: management },
  ],
  seasonIds: [1, 2, 3],
  seasonName: 'Uniform year',
  shippingOptions: [
    { name: 'Standard delivery', description: 'Two to three working days to any UK address', rate: 495, freeFrom: 7500, days: 3 },
    { name: 'Next working day', description: 'Ordered by 2 pm, delivered by 5.30 pm on the next working day', rate: 950, days: 1 },
    { name: 'Collect from the depot', description: 'From the counter in Preston, Monday to Friday 7.30 am to 4 pm', rate: 0, days: 1 },
  ],
  slides: [
    { text: 'The new front desk suit is here: washable, in three lengths', link: '/products?keyword=harland', alt: 'Navy two-button jacket', src: '/garments/blazer/1f2a44-front.svg' },
    { text: 'Winter layers for grounds and poolside', link: '/products?keyword=fleece', alt: 'Teal fleece jacket', src: '/garments/fleece/1c6d74-front.svg' },
    { text: 'Chef jackets that stay cool at the pass', link: '/products?keyword=chef', alt: 'White chef jacket', src: '/garments/chef-jacket/ffffff-1d1d1f-front.svg' },
  ],
  people: {
    firstId: 1,
    count: 400,
    employeePrefix: 'MR',
    poNumbers: false,
    known: [
      { email: 'admin@meridian.example', firstName: 'Helen', lastName: 'Marchetti', gender: 20, roleId: 33, jobRoleId: 3, resortId: 1, mayApprove: true, employedDays: 2900, orders: 6 },
      { email: 'north.admin@meridian.example', firstName: 'Ruairi', lastName: 'Blackwood', gender: 10, roleId: 33, jobRoleId: 3, resortId: 1, adminableGroupIds: [1], mayApprove: true, employedDays: 1700, orders: 9 },
      { email: 'buyer@meridian.example', firstName: 'Priya', lastName: 'Raman', gender: 20, roleId: 35, jobRoleId: null, resortId: 4, groupIds: [1, 2, 3, 4], employedDays: 1350, orders: 64 },
      { email: 'sales@meridian.example', firstName: 'Tom', lastName: 'Ashworth', gender: 10, roleId: 36, jobRoleId: null, resortId: null, groupIds: [], employedDays: 1200, orders: 0 },
      { email: 'staff@meridian.example', firstName: 'Aleksandra', lastName: 'Wiśniewska', gender: 20, roleId: 34, jobRoleId: 1, resortId: 1, allocationTypeId: 10, measured: true, employedDays: 620, orders: 4 },
      { email: 'new.starter@meridian.example', firstName: 'Minh Anh', lastName: 'Nguyễn', gender: 20, roleId: 34, jobRoleId: 4, resortId: 4, allocationTypeId: 20, measured: false, employedDays: 7, orders: 0 },
      { email: 'bartholomew.obrien-featherstonehaugh@meridian.example', firstName: 'Bartholomew', lastName: 'O’Brien-Featherstonehaugh', gender: 10, roleId: 34, jobRoleId: 2, resortId: 3, allocationTypeId: 10, measured: true, employedDays: 1010, orders: 3 },
      { email: 'south.admin@meridian.example', firstName: 'Oluwaseun', lastName: 'Adeyemi', gender: 10, roleId: 33, jobRoleId: 3, resortId: 3, adminableGroupIds: [2], mayApprove: true, employedDays: 880, orders: 7 },
      { email: 'west.admin@meridian.example', firstName: 'Angharad', lastName: 'Llewellyn-Price', gender: 20, roleId: 33, jobRoleId: 3, resortId: 5, adminableGroupIds: [3, 4], mayApprove: true, employedDays: 1440, orders: 5 },
    ],
  },
  orders: { firstId: 10001, count: 1500 },
  range: {
    products: [...new Set([...frontDesk, ...restaurant, ...kitchen, ...housekeeping, ...spa, ...pool, ...grounds, ...management, ...everybody])],
    featured: ['mens-blazer', 'pique-polo', 'chef-jacket-classic', 'softshell-womens'],
    own: {
      'pique-polo': { name: 'Meridian polo shirt', sku: 'MER-POLO', price: 1095 },
      'oxford-shirt-long-sleeve': { name: 'Meridian Oxford shirt', sku: 'MER-OXF-L' },
      'oxford-blouse-long-sleeve': { name: 'Meridian Oxford blouse', sku: 'MER-OXF-B' },
      'zip-tunic': { name: 'Meridian housekeeping tunic', sku: 'MER-TUN', price: 1950 },
      'bib-apron': { price: 795 },
      'service-trousers': { sku: 'MER-TRS' },
    },
    areas: { 1: frontDesk.slice(0, 15), 2: restaurant, 3: kitchen, 4: [...housekeeping.slice(0, 3), 'spa-wrap-tunic'], 5: [...pool.slice(0, 4), ...grounds.slice(0, 14)] },
    jobRoles: { 9: ['spa-wrap-tunic'], 10: ['activity-tee', 'activity-shorts'], 6: ['chef-jacket-executive'], 2: ['doormans-frock-coat'] },
    roles: { 'doormans-frock-coat': [33, 35, 36], 'chef-jacket-executive': [33, 35], 'duffel-bag': [33, 35] },
    unpublished: ['linen-resort-shirt'],
  },
};
