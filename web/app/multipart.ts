/** A file as the body of an upload, with its media type; `fields` come before it. */
export async function toMultipart(
  file: File,
  fields: Readonly<Record<string, string>> = {},
): Promise<{ file: Blob; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, file.name);
  const encoded = new Response(form);
  // Not the type of the blob: that is in lower case, and so would not name the boundary.
  const type = encoded.headers.get('Content-Type') ?? 'multipart/form-data';
  return { file: await encoded.blob(), headers: { 'Content-Type': type } };
}
