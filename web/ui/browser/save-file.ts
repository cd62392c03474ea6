/** Lets the browser save a file under this name. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the object URL after the click, so it must not be revoked at once.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
