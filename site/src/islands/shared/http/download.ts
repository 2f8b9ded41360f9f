import { type AnyCall, exchange, type RequestOptions, toReply, withFreshToken } from './api.ts';

export interface DownloadedFile {
  content: Blob;
  name: string;
}

/** Fetches a private file, because a link could not carry the token. Throws ApiFailure. */
export function fetchFile(
  call: AnyCall,
  options: Pick<RequestOptions, 'params' | 'query' | 'patienceMs'>,
  fallbackName: string,
): Promise<DownloadedFile> {
  return withFreshToken(call, (token) =>
    exchange(call, options, token, async (response) => {
      if (!response.ok) return toReply<never>(response, await response.text()) as never;
      return {
        content: await response.blob(),
        name: toFileName(response.headers.get('Content-Disposition')) ?? fallbackName,
      };
    }),
  );
}

/** Name in a Content-Disposition header without folders, or null. */
function toFileName(disposition: string | null): string | null {
  const name = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim();
  return name ? name.replace(/^.*[\\/]/, '') || null : null;
}

/** Hands a file to the browser, which saves it. */
export function saveFile({ content, name }: DownloadedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
