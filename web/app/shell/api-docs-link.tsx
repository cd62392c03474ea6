/** A link to the documentation of the API; nothing where the portal does not serve it. */
export function ApiDocsLink() {
  const url = document.querySelector<HTMLMetaElement>('meta[name="api-docs"]')?.content;
  return url ? <a href={url}>API documentation</a> : null;
}
