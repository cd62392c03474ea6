import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FileDrop } from '#web/app/forms/file-drop.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import css from '#web/people/import/import.module.css';
import { ImportSteps } from '#web/people/import/import-steps.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { OrganisationSelect } from '../../organisation-select.tsx';
import { useMay } from '../../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import { productImportsList } from './product-imports-list.tsx';

const MAX_FILE_MB = 50;
const ACCEPTED_FILE_TYPES = '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Uploads a product file, and lists earlier ones with their results. */
export function ProductImportsPage() {
  const mayChange = useMay('catalogue:write');
  const model = useList(productImportsList, undefined);
  return (
    <>
      <PageHeader title="Import products" above={<BackLink to={operatorPaths.products}>Catalogue</BackLink>}>
        Add products to the catalogue, or put them into the range of a client. You see every change before anything is saved.
      </PageHeader>
      {mayChange && (
        <>
          <ImportSteps at="file" />
          <UploadFile />
        </>
      )}
      <section className={css.past} aria-labelledby="past-imports">
        <h2 id="past-imports" className={css.heading}>
          Earlier files
        </h2>
        <ListPage model={model} />
      </section>
    </>
  );
}

function UploadFile() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [organisationId, setOrganisationId] = useState(0);
  const [isMadeForClient, setMadeForClient] = useState(false);
  return (
    <FileDrop
      label="Product file"
      accept={ACCEPTED_FILE_TYPES}
      maxMegabytes={MAX_FILE_MB}
      hint={`CSV or Excel (.xlsx): an export of a Shopify shop, the workbook of the catalogue, or a list of variants with headings. Up to ${MAX_FILE_MB} MB and 200,000 rows.`}
      send={(file) =>
        operatorApi('POST /api/operator/productimports', {
          query: {
            fileName: file.name.slice(-200),
            ...(organisationId > 0 && { organisationId, madeForClient: isMadeForClient }),
          },
          file,
        })
      }
      onSent={({ productImport }) => {
        void invalidateOperatorCalls(client, 'GET /api/operator/productimports');
        void navigate(operatorPaths.productImport(productImport.id));
      }}
    >
      <Stack gap="sm" mb="md" maw={420}>
        <OrganisationSelect
          label="The file describes"
          value={organisationId}
          none="The catalogue, for all clients"
          onChange={setOrganisationId}
        />
        {organisationId > 0 && (
          <Checkbox name="madeForClient" checked={isMadeForClient} onChange={setMadeForClient}>
            New products are made for this client. No other client can have them.
          </Checkbox>
        )}
      </Stack>
    </FileDrop>
  );
}
