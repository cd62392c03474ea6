import { foldText } from '#contract/platform/fold-text.ts';
import { paths } from '../paths.ts';
import { hasAdhocList, hasProductList, hasUniform, ordersOnlyOwnUniform } from '../session/ordering-link.ts';
import {
  administersWholeOrganisation,
  canListPeople,
  canOrderForMany,
  decidesOnOrders,
  getEffectiveProfile,
  hasAnyPermission,
  orderingPermissions,
  type Profile,
  seesAdministration,
  seesAllReturns,
  seesInvoices,
} from '../session/profile.ts';

/** A page that the search offers. */
export interface SearchPage {
  to: string;
  label: string;
  /** Other words by which people look for it. */
  words: string;
  /** Whether the person who is logged in can open it now. */
  canOpen: (caller: Profile) => boolean;
}

const everyone = () => true;
const isOneself = ({ impersonatedCustomer }: Profile) => impersonatedCustomer === null;
const administersAll = (caller: Profile) => seesAdministration(caller) && administersWholeOrganisation(caller);
const listsPages = (caller: Profile) => hasAnyPermission(getEffectiveProfile(caller), ['AllowProducts']);

const hasAdhocPage = (caller: Profile) => hasAnyPermission(getEffectiveProfile(caller), ['AllowAdhocOrder']);

/** All pages without an id in their path. A test compares them with the routes and their guards. */
export const SEARCH_PAGES: readonly SearchPage[] = [
  {
    to: paths.home(),
    label: 'Home',
    words: 'dashboard start overview figures',
    canOpen: (caller) => !ordersOnlyOwnUniform(caller),
  },
  {
    to: paths.documents(),
    label: 'Documents',
    words: 'declarations conformity certificates care catalogue policy download',
    canOpen: everyone,
  },
  { to: paths.news(), label: 'News', words: 'announcements messages information', canOpen: everyone },
  {
    to: paths.uniformBuilder(),
    label: 'My uniform',
    words: 'home start news wardrobe builder choose garments entitlement allowance clothing parcels',
    canOpen: (caller) => hasUniform(getEffectiveProfile(caller)),
  },
  { to: paths.products(), label: 'Products', words: 'catalogue shop browse garments clothing buy order', canOpen: listsPages },
  {
    to: paths.productsModal(),
    label: 'Products',
    words: 'catalogue shop browse garments clothing buy order',
    canOpen: (caller) => hasProductList(getEffectiveProfile(caller)) && !listsPages(caller),
  },
  {
    to: paths.orderSheet(),
    label: 'Order for many people',
    words: 'sheet spreadsheet excel paste bulk upload file wearers team',
    canOpen: canOrderForMany,
  },
  {
    to: paths.stock(),
    label: 'Stock',
    words: 'availability enquiry inventory quantity available due delivery colour size',
    canOpen: (caller) => hasAnyPermission(getEffectiveProfile(caller), ['AllowStockEnquiry']),
  },
  {
    to: paths.adhocOrder(),
    label: 'Ad hoc list',
    words: 'bulk order quantities grid several products spreadsheet fast',
    canOpen: hasAdhocPage,
  },
  {
    to: paths.adhocOrderModal(),
    label: 'Ad hoc list',
    words: 'bulk order quantities list several products fast',
    canOpen: (caller) => hasAdhocList(getEffectiveProfile(caller)) && !hasAdhocPage(caller),
  },
  { to: paths.cart(), label: 'Cart', words: 'basket checkout bag pay', canOpen: everyone },
  { to: paths.orders(), label: 'Orders', words: 'history track tracking delivery shipped reorder purchases', canOpen: everyone },
  {
    to: paths.quotes(),
    label: 'Quotes',
    words: 'price on request offer estimate negotiate agreed accept call for price',
    canOpen: everyone,
  },
  {
    to: paths.quoteNew(),
    label: 'Request a quote',
    words: 'ask for a price on request offer estimate bespoke special large quantity',
    canOpen: (caller) => hasAnyPermission(getEffectiveProfile(caller), orderingPermissions),
  },
  { to: paths.returns(), label: 'Your returns', words: 'exchange refund wrong size send back label', canOpen: everyone },
  {
    to: paths.managedReturns(),
    label: 'All returns',
    words: 'exchanges refunds faulty requests waiting decide people',
    canOpen: seesAllReturns,
  },
  {
    to: paths.proofs(),
    label: 'Proofs',
    words: 'logo text design personalise embroidery print approve artwork',
    canOpen: everyone,
  },
  {
    to: paths.madeToMeasure(),
    label: 'Made to measure',
    words: 'tailor measurements bespoke no size fits alteration request',
    canOpen: everyone,
  },
  {
    to: paths.approvals(),
    label: 'Approvals',
    words: 'approve reject send back waiting decide',
    canOpen: (caller) => isOneself(caller) && decidesOnOrders(caller),
  },
  {
    to: paths.delegations(),
    label: 'Delegations',
    words: 'approvals cover delegate delegation holiday leave absence away substitute',
    canOpen: (caller) => isOneself(caller) && decidesOnOrders(caller),
  },
  {
    to: paths.invoices(),
    label: 'Invoices',
    words: 'bills credit notes statement account payments pdf finance',
    canOpen: seesInvoices,
  },
  { to: paths.size(), label: 'Your size', words: 'measurements measure body fit mannequin avatar sizing', canOpen: everyone },
  {
    to: paths.statement(),
    label: 'Your statement',
    words: 'entitlement balance points owed allowance history why',
    canOpen: (caller) => getEffectiveProfile(caller).organisationCollections.length > 0,
  },
  {
    to: paths.profile(),
    label: 'Your profile',
    words:
      'account password email name address addresses second factor authenticator devices sessions privacy data consent marketing',
    canOpen: isOneself,
  },
  {
    to: paths.people(),
    label: 'People',
    words: 'staff wearers employees colleagues team order for someone',
    canOpen: canListPeople,
  },
  {
    to: paths.personNew(),
    label: 'Add a person',
    words: 'new starter joiner create employee staff',
    canOpen: seesAdministration,
  },
  { to: paths.peopleImports(), label: 'Import people', words: 'upload file spreadsheet csv excel', canOpen: seesAdministration },
  {
    to: paths.balanceImports(),
    label: 'Import opening balances',
    words: 'upload file spreadsheet csv excel entitlement',
    canOpen: seesAdministration,
  },
  {
    to: paths.registrations(),
    label: 'Registrations',
    words: 'links register join sign up approve requests',
    canOpen: seesAdministration,
  },
  {
    to: paths.requests(),
    label: 'Requests',
    words: 'ask for more entitlement grant decline allowance',
    canOpen: seesAdministration,
  },
  {
    to: paths.timeRequests(),
    label: 'Requests for more time',
    words: 'ask ordering window closed last day grant decline',
    canOpen: seesAdministration,
  },
  {
    to: paths.invitations(),
    label: 'Invitations',
    words: 'invite remind reminder activation email password',
    canOpen: seesAdministration,
  },
  {
    to: paths.range(),
    label: 'Range',
    words: 'prices assortment products catalogue featured workbook',
    canOpen: seesAdministration,
  },
  {
    to: paths.rangeSizeGuides(),
    label: 'Size guides of the range',
    words: 'charts measurements sizing tables',
    canOpen: seesAdministration,
  },
  {
    to: paths.rangeImports(),
    label: 'Import the range',
    words: 'upload file workbook excel prices',
    canOpen: administersAll,
  },
  {
    to: paths.organisationSettings(),
    label: 'Organisation',
    words: 'settings help contact logo colours look company tax',
    canOpen: administersAll,
  },
  { to: paths.structure('groups'), label: 'Groups', words: 'settings structure teams', canOpen: seesAdministration },
  {
    to: paths.structure('destinations'),
    label: 'Destinations',
    words: 'settings structure sites resorts delivery addresses',
    canOpen: seesAdministration,
  },
  { to: paths.structure('departments'), label: 'Departments', words: 'settings structure', canOpen: seesAdministration },
  {
    to: paths.structure('business-areas'),
    label: 'Business areas',
    words: 'settings structure divisions',
    canOpen: seesAdministration,
  },
  {
    to: paths.structure('job-roles'),
    label: 'Job roles',
    words: 'settings structure jobs positions',
    canOpen: seesAdministration,
  },
  {
    to: paths.structure('seasons'),
    label: 'Seasons',
    words: 'settings structure periods dates programme',
    canOpen: seesAdministration,
  },
  {
    to: paths.structure('roles'),
    label: 'Roles',
    words: 'settings structure permissions rights access',
    canOpen: seesAdministration,
  },
  {
    to: paths.wardrobes(),
    label: 'Wardrobes',
    words: 'settings uniform entitlement allocation groups',
    canOpen: seesAdministration,
  },
  { to: paths.approvalRules(), label: 'Approval rules', words: 'settings approve approvers limits', canOpen: seesAdministration },
  {
    to: paths.structure('cost-centres'),
    label: 'Cost centres',
    words: 'settings accounting budget codes import checkout',
    canOpen: seesAdministration,
  },
  {
    to: paths.structure('questions'),
    label: 'Questions at checkout',
    words: 'settings checkout attributes answers fields',
    canOpen: administersAll,
  },
  {
    to: paths.logos(),
    label: 'Logos',
    words: 'settings personalise garments embroidery print upload',
    canOpen: seesAdministration,
  },
  {
    to: paths.ownNews(),
    label: 'Your organisation’s news',
    words: 'settings announcements write publish',
    canOpen: seesAdministration,
  },
  { to: paths.newAnnouncement(), label: 'Add an announcement', words: 'news write publish', canOpen: seesAdministration },
  { to: paths.ownDocuments(), label: 'Your documents', words: 'upload keep publish files versions', canOpen: seesAdministration },
  { to: paths.ownDocumentNew(), label: 'Add a document', words: 'upload publish file', canOpen: seesAdministration },
  { to: paths.webhooks(), label: 'Webhooks', words: 'settings api integration events developer', canOpen: administersAll },
];

const MAX_PAGES = 4;

const toWords = (text: string) =>
  foldText(text)
    .split(/[\s-]+/)
    .filter(Boolean);

/** Whether each word of the query is the beginning of a word of the text. */
export function matchesWords(text: string, query: string): boolean {
  const words = toWords(text);
  return toWords(query).every((part) => words.some((word) => word.startsWith(part)));
}

/** The pages that the person can open whose name or other words begin with all words of the query; those with a matching name first. */
export function findPages(caller: Profile, query: string): SearchPage[] {
  const open = SEARCH_PAGES.filter(({ canOpen, label, words }) => canOpen(caller) && matchesWords(`${label} ${words}`, query));
  const isNamed = ({ label }: SearchPage) => matchesWords(label, query);
  return [...open.filter(isNamed), ...open.filter((page) => !isNamed(page))].slice(0, MAX_PAGES);
}
