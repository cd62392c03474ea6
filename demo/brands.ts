import type { Row } from './insert.ts';

/** The three brands of the supplier, and their hosts. */
export const brandRows: Row[] = [
  {
    id: 1,
    name: 'sundial',
    keyword: null,
    company_name: 'Sundial Uniforms',
    canonical_origin: 'http://localhost:3000',
    is_default: true,
  },
  {
    id: 2,
    name: 'alder',
    keyword: 'alder',
    company_name: 'Alder & Vane',
    canonical_origin: 'http://alder.localhost:3000',
    is_default: false,
  },
  {
    id: 3,
    name: 'brackwell',
    keyword: 'brackwell',
    company_name: 'Brackwell Workwear',
    canonical_origin: 'http://brackwell.localhost:3000',
    is_default: false,
  },
].map((brand) => ({ ...brand, terms_url: '/terms', privacy_url: '/privacy', terms_version: 1, captcha_enabled: false }));

export const hostRows: Row[] = [
  { host: 'localhost', brand_id: 1 },
  { host: 'sundial.localhost', brand_id: 1 },
  { host: 'alder.localhost', brand_id: 2 },
  { host: 'brackwell.localhost', brand_id: 3 },
];
