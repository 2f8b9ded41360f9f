import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createId } from '../../platform/process/secrets.ts';

// Empty `bytes` means that the site has no icon.
interface StoredIcon {
  bytes: Uint8Array;
  keptAt: number;
}

export interface IconStore {
  read(host: string): Promise<StoredIcon | null>;
  keep(host: string, bytes: Uint8Array): Promise<void>;
}

const MEMORY_MAX_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 256;

interface Options {
  folder: string;
  memoryMaxBytes?: number;
  now?: () => number;
}

/**
 * Stores one file per site and keeps recent ones in bounded memory. An unwritable folder only costs another look-up
 * after a restart.
 */
export function createIconStore({
  folder,
  memoryMaxBytes = MEMORY_MAX_BYTES,
  now = Date.now,
}: Options): IconStore {
  const memory = new Map<string, StoredIcon>();
  let held = 0;

  const forget = (host: string) => {
    const icon = memory.get(host);
    if (icon && memory.delete(host)) held -= icon.bytes.length + ENTRY_BYTES;
  };
  const cacheIcon = (host: string, icon: StoredIcon) => {
    forget(host);
    memory.set(host, icon);
    held += icon.bytes.length + ENTRY_BYTES;
    for (const oldest of memory.keys()) {
      if (held <= memoryMaxBytes) break;
      forget(oldest);
    }
  };

  return {
    async read(host) {
      const known = memory.get(host);
      if (known) {
        // Moves the entry to the end of the map, which is evicted last.
        cacheIcon(host, known);
        return known;
      }
      const file = join(folder, host);
      try {
        const [bytes, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
        const icon = { bytes: new Uint8Array(bytes), keptAt: mtimeMs };
        cacheIcon(host, icon);
        return icon;
      } catch {
        return null;
      }
    },
    async keep(host, bytes) {
      cacheIcon(host, { bytes, keptAt: now() });
      try {
        await mkdir(folder, { recursive: true });
        // Other processes share the folder and must not read half a file.
        const draft = join(folder, `.${createId()}`);
        await writeFile(draft, bytes);
        await rename(draft, join(folder, host));
      } catch {
        // The icon is still in memory.
      }
    },
  };
}
