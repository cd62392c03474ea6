import type { OrganisationPlan } from './plan.ts';

const reception = [
  'mens-blazer', 'womens-blazer', 'mens-waistcoat', 'womens-waistcoat', 'mens-flat-front-trousers', 'womens-straight-trousers', 'womens-slim-trousers', 'pencil-skirt',
  'shift-dress', 'poplin-shirt-classic', 'crepe-tie-neck-blouse', 'oxford-blouse-long-sleeve', 'silk-feel-tie', 'silk-feel-scarf', 'oxford-shoe', 'court-shoe', 'leather-belt',
  'trouser-socks',
];
const concierge = ['doormans-frock-coat', 'made-to-measure-suit-jacket', 'long-rain-coat', 'insulated-parka', 'v-neck-jumper'];
const restaurant = [
  'poplin-shirt-slim', 'mandarin-collar-shirt', 'stretch-service-shirt', 'poplin-blouse-three-quarter', 'bar-waistcoat', 'bistro-waist-apron', 'denim-cross-back-apron',
  'pocket-half-apron', 'denim-bar-shirt', 'service-trainer',
];
const kitchen = [
  'chef-jacket-classic', 'chef-jacket-executive', 'chef-jacket-vented', 'chef-jacket-womens', 'chef-jacket-short', 'chef-trousers-check', 'chef-trousers-slim', 'bib-apron',
  'skull-cap', 'chef-neckerchief', 'kitchen-clog', 'nitrile-gloves',
];
const housekeeping = ['housekeeping-dress', 'button-tunic', 'zip-tunic', 'tunic-trousers', 'spa-wrap-tunic', 'fleece-gilet'];
const everybody = ['v-neck-cardigan', 'micro-fleece', 'softshell-mens', 'softshell-womens', 'three-in-one-parka', 'service-trousers', 'pique-polo', 'pique-polo-womens', 'polycotton-coverall', 'knitted-beanie'];

export const hallam: OrganisationPlan = {
  id: 2,
  brandId: 2,
  name: 'Hallam Hotels',
  host: 'alder.localhost',
  mailDomain: 'hallam.example',
  settings: {
    logo_url: '/logos/hallam.svg',
    primary_colour: '#43263f',
    secondary_colour: '#14392a',
    tertiary_colour: '#c39a3b',
    terms_enabled: true,
    terms_required: true,
    order_approval: 'always',
    modal_ordering: true,
    marketing_preferences_enabled: true,
  },
  office: { company: 'Hallam Hotels plc', address1: '40 Micklegate', city: 'York', county: 'North Yorkshire', postcode: 'YO1 6JX', phone: '01632 960200' },
  groups: [
    { id: 11, name: 'City Hotels' },
    { id: 12, name: 'Country Houses' },
  ],
  resorts: [
    {
      id: 11, name: 'The Hallam, York', groupId: 11, share: 32, departments: ['Reception', 'Concierge', 'Restaurant', 'Kitchen', 'Housekeeping'],
      addresses: [{ company: 'The Hallam, York', address1: '40 Micklegate', city: 'York', county: 'North Yorkshire', postcode: 'YO1 6JX', phone: '01632 960201' }],
    },
    {
      id: 12, name: 'The Hallam, Bath', groupId: 11, share: 28, departments: ['Reception', 'Concierge', 'Restaurant', 'Kitchen', 'Housekeeping'],
      addresses: [{ company: 'The Hallam, Bath', address1: '11 Great Pulteney Street', city: 'Bath', county: 'Somerset', postcode: 'BA2 4BS', phone: '01632 960212' }],
    },
    {
      id: 13, name: 'Hallam Grange', groupId: 12, share: 22, departments: ['Reception', 'Restaurant', 'Kitchen', 'Housekeeping'],
      addresses: [{ company: 'Hallam Grange', address1: 'Burford Road', city: 'Chipping Norton', county: 'Oxfordshire', postcode: 'OX7 5QQ', phone: '01632 960223' }],
    },
    {
      id: 14, name: 'Hallam Loch House', groupId: 12, share: 18, departments: ['Reception', 'Restaurant', 'Kitchen', 'Housekeeping'],
      addresses: [{ company: 'Hallam Loch House', address1: 'Lochside', city: 'Pitlochry', county: 'Perthshire', postcode: 'PH16 5LY', phone: '01632 960234' }],
    },
  ],
  areas: [
    { id: 11, name: 'Reception and Concierge' },
    { id: 12, name: 'Restaurant and Bar' },
    { id: 13, name: 'Kitchen' },
    { id: 14, name: 'Housekeeping' },
  ],
  jobRoles: [
    { id: 21, name: 'Receptionist', areaId: 11, department: 'Reception', collectionId: 101, share: 18 },
    { id: 22, name: 'Concierge', areaId: 11, department: 'Concierge', collectionId: 102, share: 7 },
    { id: 23, name: 'Hotel Manager', areaId: 11, department: 'Reception', collectionId: 101, share: 5 },
    { id: 24, name: 'Waiting Staff', areaId: 12, department: 'Restaurant', collectionId: 103, share: 22 },
    { id: 25, name: 'Bartender', areaId: 12, department: 'Restaurant', collectionId: 103, share: 10 },
    { id: 26, name: 'Chef', areaId: 13, department: 'Kitchen', collectionId: 104, share: 15 },
    { id: 27, name: 'Kitchen Porter', areaId: 13, department: 'Kitchen', collectionId: 104, share: 6 },
    { id: 28, name: 'Room Attendant', areaId: 14, department: 'Housekeeping', collectionId: 105, share: 17 },
  ],
  collections: [
    { id: 101, name: 'Reception', description: 'The Harland suit with shirt or blouse.', children: 'cut', products: reception },
    { id: 102, name: 'Concierge and Door', description: 'Coats and jackets for the front steps.', children: ['Summer', 'Winter'], products: [...concierge, 'mens-blazer', 'silk-feel-tie'] },
    { id: 103, name: 'Restaurant and Bar', description: 'Shirts, waistcoats and aprons for service.', children: 'cut', products: restaurant },
    { id: 104, name: 'Kitchen', description: 'Whites, trousers and aprons.', children: ['Chefs', 'Porters'], products: kitchen },
    { id: 105, name: 'Housekeeping', description: 'Dresses, tunics and trousers for rooms.', children: 'cut', products: housekeeping },
  ],
  seasonIds: [11, 12, 13],
  seasonName: 'Programme',
  shippingOptions: [
    { name: 'Standard delivery', description: 'Three working days to every Hallam house', rate: 595, freeFrom: 10000, days: 3 },
    { name: 'Next working day', description: 'Ordered by noon, delivered the next working day before 1 pm', rate: 1150, days: 1 },
    { name: 'Collect from the depot', description: 'From Alder & Vane, Skeldergate, York', rate: 0, days: 1 },
  ],
  slides: [
    { text: 'The Beaumont dress, now in two colours', link: '/products?keyword=beaumont', alt: 'Navy shift dress', src: '/garments/dress/1f2a44-front.svg' },
    { text: 'Autumn at the door: coats made to measure', link: '/products?keyword=coat', alt: 'Navy and gold door coat', src: '/garments/parka/1f2a44-c39a3b-front.svg' },
  ],
  people: {
    firstId: 401,
    count: 120,
    employeePrefix: 'HH',
    poNumbers: false,
    known: [
      { email: 'admin@hallam.example', firstName: 'Charlotte', lastName: 'Devereux', gender: 20, roleId: 33, jobRoleId: 23, resortId: 11, mayApprove: true, agreedToTerms: false, employedDays: 2100, orders: 3 },
      { email: 'approver@hallam.example', firstName: 'Graham', lastName: 'Sutcliffe', gender: 10, roleId: 35, jobRoleId: 23, resortId: 11, groupIds: [11, 12], mayApprove: true, employedDays: 1500, orders: 10 },
      { email: 'buyer@hallam.example', firstName: 'Inês', lastName: 'Carvalho', gender: 20, roleId: 35, jobRoleId: null, resortId: 12, groupIds: [11, 12], employedDays: 760, orders: 38 },
      { email: 'staff@hallam.example', firstName: 'Kwame', lastName: 'Boateng', gender: 10, roleId: 34, jobRoleId: 24, resortId: 12, allocationTypeId: 30, measured: true, employedDays: 410, orders: 3 },
      { email: 'sales@hallam.example', firstName: 'Judith', lastName: 'Vane', gender: 20, roleId: 36, jobRoleId: null, resortId: null, groupIds: [], employedDays: 3000, orders: 0 },
    ],
  },
  orders: { firstId: 11501, count: 300 },
  range: {
    products: [...new Set([...reception, ...concierge, ...restaurant, ...kitchen, ...housekeeping, ...everybody])],
    featured: ['womens-blazer', 'shift-dress', 'chef-jacket-executive', 'bar-waistcoat'],
    own: {
      'mens-blazer': { name: 'Hallam house jacket, men’s', sku: 'HAL-JKT-M', price: 7150 },
      'womens-blazer': { name: 'Hallam house jacket, women’s', sku: 'HAL-JKT-W', price: 6950 },
      'housekeeping-dress': { name: 'Hallam housekeeping dress', sku: 'HAL-HKD' },
      'chef-jacket-classic': { price: 2195 },
      'pique-polo': { sku: 'HAL-POLO' },
    },
    areas: { 11: [...reception.slice(0, 14), ...concierge], 12: restaurant, 13: kitchen, 14: housekeeping.slice(0, 5) },
    jobRoles: { 22: ['doormans-frock-coat', 'made-to-measure-suit-jacket'] },
    roles: { 'made-to-measure-suit-jacket': [33, 35] },
    unpublished: ['button-tunic'],
  },
};
