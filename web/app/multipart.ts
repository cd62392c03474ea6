/** A file as the body of an upload, with its media type. */
export async function toMultipart(file: File): Promise<{ file: Blob; headers: Record<string, string> }> {
  const form = new FormData();
  form.append('file', file, file.name);
  const encoded = new Response(form);
  // Not the type of the blob: that is in lower case, and so would not name the boundary.
  const type = encoded.headers.get('Content-Type') ?? 'multipart/form-data';
  return { file: await encoded.blob(), headers: { 'Content-Type': type } };
}
