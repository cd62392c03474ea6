import type { Calendar } from './calendar.ts';
import type { Row } from './insert.ts';

/** A topic of the demonstration, and whom it is for. */
interface DemoTopic {
  systemName: string;
  title: string;
  body: string;
  location: string | null;
  isInformation?: boolean;
  brandIds?: readonly number[];
  organisationIds?: readonly number[];
  roleIds?: readonly number[];
  /** Days from today. */
  until?: number;
  isDraft?: boolean;
}

const [SUNDIAL, ALDER, BRACKWELL] = [1, 2, 3];
const EVERY_BRAND = [SUNDIAL, ALDER, BRACKWELL];
const [MERIDIAN, HALLAM, CORVANE] = [1, 2, 3];
const [ADMIN, BUYER] = [33, 35];

/** Texts as the supplier writes them, at all places of the portal. */
const TOPICS: readonly DemoTopic[] = [
  {
    systemName: 'login-sundial',
    title: 'First time here?',
    body: '<p>Your invitation has a link to choose a password. If it has expired, ask the person who looks after uniforms at your property to send it again.</p>',
    location: 'login',
    brandIds: [SUNDIAL],
  },
  {
    systemName: 'login-alder',
    title: 'Fittings',
    body: '<p>Our fitting rooms at 14 Mercer Row, Leeds, are open Tuesday to Friday, 10:00 to 16:00. Please book with <a href="mailto:client.services@aldervane.example">client services</a>.</p>',
    location: 'login',
    brandIds: [ALDER],
  },
  {
    systemName: 'login-brackwell',
    title: 'Damaged protective clothing',
    body: '<p>Do not wear it. Report it to your site manager and call <a href="tel:01144960155">0114 496 0155</a>: a replacement leaves our warehouse the same day if you call before 14:00.</p>',
    location: 'login',
    brandIds: [BRACKWELL],
  },
  {
    systemName: 'returns-desk-moves',
    title: 'Our returns desk moves',
    body: '<p>From the first of next month returns go to <strong>Bay 9</strong> instead of Bay 4. Labels that you print from now on have the new address.</p><ul><li>Parcels with an old label still reach us.</li><li>Credit takes two days longer in the week of the move.</li></ul>',
    location: 'importantnotice',
    organisationIds: [MERIDIAN],
    until: 21,
  },
  {
    systemName: 'home-meridian',
    title: 'Winter uniforms are being fitted',
    body: '<p>The fitting van visits every resort this month. Bring the jacket that you wear now: we measure it against the new cut. Dates are on the notice board of your housekeeping office.</p>',
    location: 'home',
    organisationIds: [MERIDIAN],
    until: 30,
  },
  {
    systemName: 'home-hallam',
    title: 'New aprons for the bars',
    body: '<p>The waxed apron replaces the denim one. It is wiped clean and does not go in the wash. Denim aprons can be ordered while stocks last.</p>',
    location: 'home',
    organisationIds: [HALLAM],
  },
  {
    systemName: 'home-corvane',
    title: 'High-visibility clothing: check yours',
    body: '<p>Hold it next to a new garment. If the yellow looks pale or the reflective tape has cracks, it no longer protects you: order a replacement, it does not count against your allowance.</p>',
    location: 'home',
    organisationIds: [CORVANE],
  },
  {
    systemName: 'cut-off-times',
    title: 'When your order leaves us',
    body: '<p>Orders placed by <strong>14:00</strong> on a working day leave the same day if everything is in stock. Personalised garments take two to four working days longer, and altered ones five.</p>',
    location: 'cart',
    brandIds: EVERY_BRAND,
  },
  {
    systemName: 'delivery-to-sites',
    title: 'Deliveries to sites with a goods entrance',
    body: '<p>Give a name and a telephone number for the delivery. Our carriers do not leave parcels at an unstaffed gate.</p>',
    location: 'checkout',
    brandIds: EVERY_BRAND,
  },
  {
    systemName: 'after-ordering',
    title: 'Try it on with the tags attached',
    body: '<p>You can exchange unworn garments with their tags for another size. Open the order to see until when, choose the garment, and print the label.</p>',
    location: 'orderconfirmation',
    brandIds: EVERY_BRAND,
  },
  {
    systemName: 'footer-sundial',
    title: 'Take-back scheme',
    body: '<p>We recycle what you no longer wear. Put it in the return bag of your next parcel.</p>',
    location: 'footer',
    brandIds: [SUNDIAL],
  },
  {
    systemName: 'footer-alder',
    title: 'Repairs',
    body: '<p>Buttons, hems and linings of tailored garments are repaired free of charge for two years.</p>',
    location: 'footer',
    brandIds: [ALDER],
  },
  {
    systemName: 'footer-brackwell',
    title: 'Certificates',
    body: '<p>You can find declarations of conformity on the page of each garment, and under <a href="/index/documents">Documents</a>.</p>',
    location: 'footer',
    brandIds: [BRACKWELL],
  },
  {
    systemName: 'help-over-holidays',
    title: 'Over the holidays',
    body: '<p>Our telephone lines are closed on public holidays. You can still order: your order leaves us on the next working day.</p>',
    location: 'help',
    brandIds: EVERY_BRAND,
  },
  {
    systemName: 'caring-for-wool',
    title: 'Caring for wool and tailoring',
    body: '<p>Wool rarely needs washing: airing and brushing keep it clean.</p><h2>Every day</h2><ul><li>Hang jackets on a broad hanger, trousers by the hem.</li><li>Brush off dust from top to bottom.</li><li>Let a garment rest for a day after you have worn it.</li></ul><h2>Now and then</h2><table><thead><tr><th scope="col">What</th><th scope="col">How</th></tr></thead><tbody><tr><td>Creases</td><td>Hang it in a steamy bathroom overnight</td></tr><tr><td>Stains</td><td>Dab with cold water, never rub</td></tr><tr><td>Cleaning</td><td>Dry clean, three times a year at most</td></tr></tbody></table>',
    location: null,
    isInformation: true,
    brandIds: [SUNDIAL, ALDER],
  },
  {
    systemName: 'protective-clothing',
    title: 'Looking after protective clothing',
    body: '<p>Protective clothing protects you only while it is clean and whole.</p><ol><li>Wash it at the temperature on the label, without softener.</li><li>Close zips and fasteners before you wash it.</li><li>Never repair it yourself: a patch ends its certification.</li><li>Stop wearing it after the number of washes on the label.</li></ol>',
    location: null,
    isInformation: true,
    brandIds: [BRACKWELL],
  },
  {
    systemName: 'returns-in-short',
    title: 'Returns and exchanges',
    body: '<p>Personalised garments can be returned only if they are faulty.</p><p>Open <a href="/index/orders">your orders</a> to see until when you can return a garment, choose it, and print the label.</p>',
    location: null,
    isInformation: true,
    brandIds: EVERY_BRAND,
  },
  {
    systemName: 'season-change-for-administrators',
    title: 'Before a season begins',
    body: '<p>Check wardrobes and new starters four weeks before the season begins. Allowances start on its first day, from the wardrobe that each person has then.</p>',
    location: 'home',
    brandIds: EVERY_BRAND,
    roleIds: [ADMIN, BUYER],
  },
  {
    systemName: 'stocktaking-draft',
    title: 'Stocktaking in January',
    body: '<p>We count our stock on the first Saturday of January. Nothing leaves the warehouse on that day.</p>',
    location: 'importantnotice',
    brandIds: EVERY_BRAND,
    isDraft: true,
  },
];

/** Topics with their audiences; `firstId` is the id of the first publication. */
export function topicRows(calendar: Calendar, firstId: number): [table: string, rows: Row[]][] {
  const topics = TOPICS.map((topic, index) => ({ ...topic, id: firstId + index }));
  return [
    [
      'publication',
      topics.map(({ id, until, isDraft = false }, index) => ({
        id,
        kind: 'topic',
        is_published: !isDraft,
        until_on: until === undefined ? null : calendar.date(until),
        display_order: index + 1,
        created_at: calendar.at(-20 + index, 600),
        updated_at: calendar.at(-20 + index, 600),
      })),
    ],
    [
      'topic',
      topics.map(({ id, systemName, title, body, location, isInformation = false }) => ({
        publication_id: id,
        system_name: systemName,
        title,
        body,
        se_name: systemName,
        portal_location: location,
        include_in_information_menu: isInformation,
      })),
    ],
    [
      'publication_brand',
      topics.flatMap(({ id, brandIds = [] }) => brandIds.map((brandId) => ({ brand_id: brandId, publication_id: id }))),
    ],
    [
      'publication_organisation',
      topics.flatMap(({ id, organisationIds = [] }) =>
        organisationIds.map((organisationId) => ({ organisation_id: organisationId, publication_id: id })),
      ),
    ],
    [
      'publication_role',
      topics.flatMap(({ id, roleIds = [] }) => roleIds.map((roleId) => ({ publication_id: id, role_id: roleId }))),
    ],
  ];
}
