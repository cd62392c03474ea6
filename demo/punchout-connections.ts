import { DEMO } from './demo.ts';
import type { Row } from './insert.ts';

/** How the procurement system of the demonstration reaches Corvane. Published, and good for nothing else. */
export const demoPunchout = {
  key: 'corvane-demo',
  domain: 'DUNS',
  buyerIdentity: '555000111',
  supplierIdentity: '555999000',
  sharedSecret: 'demo-secret',
  userName: 'corvane',
  /** Where carts may be returned to, besides the simulated buyer. */
  returnOrigin: 'https://buyer.example',
} as const;

const ORGANISATION = DEMO.organisations.corvane;
const CONNECTIONS = { cxml: 1, oci: 2 } as const;

/** Where Corvane's procurement system has goods delivered: the code of its address stands for the one of the destination in Leeds. */
export const INSERT_PUNCHOUT_SHIP_TO_SQL = `
  insert into punchout_ship_to (organisation_id, connection_id, code, address_id)
  select n.organisation_id, n.id, 'LEEDS-01', a.id from punchout_connection n
  join address a on a.organisation_id = n.organisation_id and a.resort_id = 21 and a.deleted_at is null
  where n.protocol = 'cxml'`;

/** Both connections of Corvane: cXML, and OCI for SAP. `secretHash` is that of the shared secret, as secrets of connections are kept. */
export function punchoutConnectionRows(secretHash: string): [table: string, rows: Row[]][] {
  const { key, domain, buyerIdentity, supplierIdentity, userName, returnOrigin } = demoPunchout;
  const buyer = JSON.stringify([{ domain, identity: buyerIdentity }]);
  const common = {
    organisation_id: ORGANISATION,
    key,
    is_test: false,
    currency_code: 'GBP',
    charge_sku: 'SET-UP',
    charge_classification: '82121500',
    return_origins: [returnOrigin],
    frame_origins: [returnOrigin],
    permits_http: true,
    user_policy: 'email',
    shared_customer_id: DEMO.customers['punchout@corvane.example'],
    created_role_ids: [],
    created_group_ids: [],
    created_collection_ids: [],
  };
  return [
    [
      'punchout_connection',
      [
        {
          ...common,
          id: CONNECTIONS.cxml,
          name: 'Corvane purchasing',
          protocol: 'cxml',
          buyer_identities: buyer,
          sender_identities: buyer,
          supplier_identity: JSON.stringify({ domain, identity: supplierIdentity }),
          user_name: null,
          limits: 'general',
          units: JSON.stringify({ piece: 'EA', pair: 'PR', set: 'SET', pack: 'PK' }),
          charge_unit: 'EA',
        },
        {
          ...common,
          id: CONNECTIONS.oci,
          name: 'Corvane SAP',
          protocol: 'oci',
          buyer_identities: '[]',
          sender_identities: '[]',
          supplier_identity: null,
          user_name: userName,
          limits: 'sap_srm',
          units: JSON.stringify({ piece: 'PCE', pair: 'PR', set: 'SET', pack: 'PK' }),
          charge_unit: 'PCE',
        },
      ],
    ],
    [
      'punchout_secret',
      Object.values(CONNECTIONS).map((connection_id) => ({ organisation_id: ORGANISATION, connection_id, hash: secretHash })),
    ],
  ];
}
