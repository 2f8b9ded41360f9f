import {
  BlobWriter,
  TextWriter,
  Uint8ArrayReader,
  ZipReader,
  ZipWriter,
  type ZipWriterAddDataOptions,
} from '@zip.js/zip.js/lib/zip-core-native.js';

/** A path that ends in '/' is a folder. */
export async function pack(
  files: Record<string, string | Uint8Array>,
  options: ZipWriterAddDataOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    await writer.add(path, new Uint8ArrayReader(bytes), { ...options, directory: path.endsWith('/') });
  }
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

export async function unpack(zip: Uint8Array): Promise<Record<string, string>> {
  const entries = await new ZipReader(new Uint8ArrayReader(zip)).getEntries();
  const files: Record<string, string> = {};
  for (const entry of entries) {
    if (!entry.directory) files[entry.filename] = await entry.getData(new TextWriter());
  }
  return files;
}
