import { element, type XmlOutput } from '#api/integrations/punchout/xml/write-xml.ts';
import type { RequisitionLine } from '../requisitions.ts';

/** What a line is about. */
export const writeItemId = ({ partId, auxiliaryId }: { partId: string; auxiliaryId?: string | undefined }): XmlOutput =>
  element(
    'ItemID',
    {},
    element('SupplierPartID', {}, partId),
    auxiliaryId !== undefined && auxiliaryId !== '' && element('SupplierPartAuxiliaryID', {}, auxiliaryId),
  );

/** An amount in an element such as `UnitPrice`. */
export const writeMoney = (name: string, currency: string, amount: string, description?: string): XmlOutput =>
  element(
    name,
    {},
    element('Money', { currency }, amount),
    description !== undefined && element('Description', { 'xml:lang': 'en-GB' }, description),
  );

/** The details of a line as they were returned: everything but extrinsics survives into what the buyer sends. */
export const writeItemDetail = (line: RequisitionLine): XmlOutput =>
  element(
    'ItemDetail',
    {},
    writeMoney('UnitPrice', line.currencyCode, line.unitPrice),
    element(
      'Description',
      { 'xml:lang': 'en-GB' },
      line.shortName !== '' && element('ShortName', {}, line.shortName),
      line.description,
    ),
    element('UnitOfMeasure', {}, line.unit),
    element('Classification', { domain: line.classificationDomain || 'UNSPSC' }, line.classification),
    line.manufacturerPartId !== '' && element('ManufacturerPartID', {}, line.manufacturerPartId),
    line.manufacturerName !== '' && element('ManufacturerName', {}, line.manufacturerName),
    line.leadDays !== '' && element('LeadTime', {}, line.leadDays),
  );
