import { Textarea, TextInput } from '@mantine/core';
import { DTD_VERSIONS, FORM_ENCODINGS, LIMIT_NAMES, RETURN_TARGETS } from '#contract/integrations/punchout/connection-values.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Section } from './section.tsx';
import { Select } from './select.tsx';
import { type Connection, findCredentialProblem, toCredentialLines, toCredentials, useSection } from './use-section.ts';

const PARTY_LABELS = {
  name: 'Name',
  isActive: 'Switched on',
  isTest: 'Orders are tests',
  buyerIdentities: 'Identities of the buyer',
  senderIdentities: 'Identities of the network',
  supplierIdentity: 'What the buyer calls us',
  userName: 'User name',
  userField: 'Parameter with the user name',
  passwordField: 'Parameter with the secret',
};

/** Who the buyer is, and whether the connection is live. */
export function PartySection({ connection }: { connection: Connection }) {
  const isCxml = connection.protocol === 'cxml';
  const form = useSection({
    connection,
    name: 'party',
    saved: {
      name: connection.name,
      isActive: connection.isActive,
      isTest: connection.isTest,
      buyerIdentities: toCredentialLines(connection.buyerIdentities),
      senderIdentities: toCredentialLines(connection.senderIdentities),
      supplierIdentity: connection.supplierIdentity ? toCredentialLines([connection.supplierIdentity]) : '',
      userName: connection.userName ?? '',
      userField: connection.userField ?? '',
      passwordField: connection.passwordField ?? '',
    },
    validate: ({ name, buyerIdentities, senderIdentities, supplierIdentity }) => {
      const problems = {
        name: name.trim() === '' ? 'Enter a name' : undefined,
        buyerIdentities: findCredentialProblem(buyerIdentities),
        senderIdentities: findCredentialProblem(senderIdentities),
        supplierIdentity: findCredentialProblem(supplierIdentity),
      };
      return Object.fromEntries(Object.entries(problems).flatMap(([field, text]) => (text ? [[field, text]] : [])));
    },
    toBody: (values) => ({
      name: values.name.trim(),
      isActive: values.isActive,
      isTest: values.isTest,
      ...(isCxml
        ? {
            buyerIdentities: toCredentials(values.buyerIdentities),
            senderIdentities: toCredentials(values.senderIdentities),
            supplierIdentity: toCredentials(values.supplierIdentity)[0] ?? null,
          }
        : {
            userName: values.userName.trim() || null,
            userField: values.userField.trim() || null,
            passwordField: values.passwordField.trim() || null,
          }),
    }),
  });
  const { values, set } = form;
  return (
    <Section title="Buyer" form={form} labels={PARTY_LABELS}>
      <TextInput
        label={PARTY_LABELS.name}
        description="People read “Return to …” with it."
        maxLength={100}
        {...form.getInputProps('name')}
      />
      {isCxml ? (
        <>
          <Textarea
            label={PARTY_LABELS.buyerIdentities}
            description="Domain and identity in From, one in each line: DUNS 555000111. One that matches is enough."
            autosize
            minRows={2}
            {...form.getInputProps('buyerIdentities')}
          />
          <Textarea
            label={`${PARTY_LABELS.senderIdentities} (optional)`}
            description="In Sender, where a network such as SAP Business Network stands between. Blank: the buyer sends its documents itself."
            autosize
            minRows={1}
            {...form.getInputProps('senderIdentities')}
          />
          <TextInput
            label={`${PARTY_LABELS.supplierIdentity} (optional)`}
            description="Our domain and identity in the buyer’s system: DUNS 555999000."
            {...form.getInputProps('supplierIdentity')}
          />
        </>
      ) : (
        <>
          <TextInput
            label={PARTY_LABELS.userName}
            description="Sent by the buyer’s system with the secret."
            {...form.getInputProps('userName')}
          />
          <TextInput label={PARTY_LABELS.userField} description="Blank for USERNAME." {...form.getInputProps('userField')} />
          <TextInput
            label={PARTY_LABELS.passwordField}
            description="Blank for PASSWORD."
            {...form.getInputProps('passwordField')}
          />
        </>
      )}
      <Checkbox name="isTest" checked={values.isTest} onChange={(isTest) => set({ isTest })}>
        Orders are tests: they are not shipped, invoiced or counted
      </Checkbox>
      <Checkbox name="isActive" checked={values.isActive} onChange={(isActive) => set({ isActive })}>
        Switched on: people can shop, and orders are taken
      </Checkbox>
    </Section>
  );
}

const DOCUMENT_LABELS = {
  dtdVersion: 'Version of cXML',
  formEncoding: 'Encoding of the cart',
  limits: 'Limits of texts',
  returnTarget: 'Where the buyer’s answer is shown',
  returnsCartOnCancel: 'Return the cart on cancel',
};

const LIMIT_LABELS: Readonly<Record<(typeof LIMIT_NAMES)[number], string>> = {
  general: 'Those of any system',
  ariba: 'SAP Ariba',
  coupa: 'Coupa',
  jaggaer: 'Jaggaer',
  oracle: 'Oracle',
  sap_srm: 'SAP SRM',
};
const TARGET_LABELS: Readonly<Record<(typeof RETURN_TARGETS)[number], string>> = {
  _self: 'In the window or frame of the portal',
  _top: 'In the whole window',
  _parent: 'In the frame around it',
};

/** How carts are written and go back. */
export function DocumentSection({ connection }: { connection: Connection }) {
  const isCxml = connection.protocol === 'cxml';
  const form = useSection({
    connection,
    name: 'document',
    saved: {
      dtdVersion: connection.dtdVersion,
      formEncoding: connection.formEncoding,
      limits: connection.limits,
      returnTarget: connection.returnTarget ?? ('' as const),
      returnsCartOnCancel: connection.returnsCartOnCancel,
    },
    toBody: ({ dtdVersion, formEncoding, limits, returnTarget, returnsCartOnCancel }) => ({
      dtdVersion: dtdVersion as (typeof DTD_VERSIONS)[number],
      formEncoding,
      limits,
      returnTarget: returnTarget || null,
      returnsCartOnCancel,
    }),
  });
  return (
    <Section title="Documents and form" form={form} labels={DOCUMENT_LABELS}>
      {isCxml && (
        <>
          <Select label={DOCUMENT_LABELS.dtdVersion} data={[...DTD_VERSIONS]} {...form.getInputProps('dtdVersion')} />
          <Select
            label={DOCUMENT_LABELS.formEncoding}
            description="SAP Business Network needs base64."
            data={FORM_ENCODINGS.map((value) => ({ value, label: `cxml-${value}` }))}
            {...form.getInputProps('formEncoding')}
          />
        </>
      )}
      <Select
        label={DOCUMENT_LABELS.limits}
        description="Longer texts are cut; longer part numbers can’t be returned."
        data={LIMIT_NAMES.map((value) => ({ value, label: LIMIT_LABELS[value] }))}
        {...form.getInputProps('limits')}
      />
      <Select
        label={DOCUMENT_LABELS.returnTarget}
        data={[
          { value: '', label: 'As the request says' },
          ...RETURN_TARGETS.map((value) => ({ value, label: TARGET_LABELS[value] })),
        ]}
        {...form.getInputProps('returnTarget')}
      />
      {isCxml && (
        <Checkbox
          name="returnsCartOnCancel"
          checked={form.values.returnsCartOnCancel}
          onChange={(returnsCartOnCancel) => form.set({ returnsCartOnCancel })}
        >
          Cancelling an edit returns the cart as it was, for systems that would empty it otherwise
        </Checkbox>
      )}
    </Section>
  );
}
