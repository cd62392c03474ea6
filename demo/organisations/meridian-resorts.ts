import type { Resort } from './plan.ts';

/** The resorts of Meridian, with their departments and delivery addresses. */
export const meridianResorts: Resort[] = [
  {
    id: 1,
    name: 'Langdale Fell Lodge',
    groupId: 1,
    share: 20,
    departments: [
      'Reception',
      'Restaurant and Bar',
      'Kitchen',
      'Housekeeping',
      'Spa',
      'Pool and Activities',
      'Grounds and Maintenance',
    ],
    addresses: [
      {
        company: 'Langdale Fell Lodge',
        address1: 'Great Langdale',
        city: 'Ambleside',
        county: 'Cumbria',
        postcode: 'LA22 9JB',
        phone: '01632 960131',
      },
    ],
  },
  {
    id: 2,
    name: 'Bamburgh Sands',
    groupId: 1,
    share: 14,
    departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Pool and Activities', 'Grounds and Maintenance'],
    addresses: [
      {
        company: 'Bamburgh Sands',
        address1: 'Links Road',
        city: 'Bamburgh',
        county: 'Northumberland',
        postcode: 'NE69 7DF',
        phone: '01632 960142',
      },
    ],
  },
  {
    id: 3,
    name: 'Torbay Heights',
    groupId: 2,
    share: 18,
    departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Spa', 'Grounds and Maintenance'],
    addresses: [
      {
        company: 'Torbay Heights',
        address1: 'Babbacombe Cliffs',
        address2: 'Walls Hill Road',
        city: 'Torquay',
        county: 'Devon',
        postcode: 'TQ1 3LP',
        phone: '01632 960153',
      },
    ],
  },
  {
    id: 4,
    name: 'Solent Quay',
    groupId: 2,
    share: 16,
    departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Pool and Activities', 'Grounds and Maintenance'],
    addresses: [
      {
        company: 'Solent Quay',
        address1: '2 Marina Parade',
        city: 'Lymington',
        county: 'Hampshire',
        postcode: 'SO41 5RD',
        phone: '01632 960164',
      },
      {
        company: 'Solent Quay, goods entrance',
        address1: 'Boatyard Lane',
        city: 'Lymington',
        county: 'Hampshire',
        postcode: 'SO41 5SB',
        phone: '01632 960165',
      },
    ],
  },
  {
    id: 5,
    name: 'Cardigan Bay Village',
    groupId: 3,
    share: 17,
    departments: ['Reception', 'Restaurant and Bar', 'Kitchen', 'Housekeeping', 'Pool and Activities', 'Grounds and Maintenance'],
    addresses: [
      {
        company: 'Cardigan Bay Village',
        address1: 'Ffordd y Traeth',
        city: 'Aberaeron',
        county: 'Ceredigion',
        postcode: 'SA46 0BE',
        phone: '01632 960175',
      },
    ],
  },
  {
    id: 6,
    name: 'Strathtay Forest',
    groupId: 4,
    share: 15,
    departments: [
      'Reception',
      'Restaurant and Bar',
      'Kitchen',
      'Housekeeping',
      'Spa',
      'Pool and Activities',
      'Grounds and Maintenance',
    ],
    addresses: [
      {
        company: 'Strathtay Forest',
        address1: 'Drumtennant Road',
        city: 'Aberfeldy',
        county: 'Perthshire',
        postcode: 'PH15 2EX',
        phone: '01632 960186',
      },
    ],
  },
];
