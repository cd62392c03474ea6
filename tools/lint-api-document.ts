/** Checks the API document with Redocly's rules for OpenAPI: part of `npm run check`. */
import { BaseResolver, createConfig, lintDocument, Source } from '@redocly/openapi-core';
import { createApiDocument } from '#api/platform/http/api-docs/document.ts';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The paths are the specification's: `/api/customers/impersonate/{id}` beside `/api/customers/{id}/history`.
    'no-ambiguous-paths': 'off',
    // The API has no licence of its own.
    'info-license': 'off',
  },
});
// As clients receive it: without what JSON does not carry.
const parsed: unknown = JSON.parse(JSON.stringify(createApiDocument('https://uniforms.example')));
const problems = await lintDocument({
  document: { source: new Source('api.json', ''), parsed },
  externalRefResolver: new BaseResolver(config.resolve),
  config,
});

for (const { ruleId, message, location } of problems)
  console.error(`${ruleId}: ${message} ${location.map(({ pointer }) => pointer ?? '').join(' ')}`);
process.exitCode = problems.length === 0 ? 0 : 1;
