import { type AnyCall, exchange, type RequestOptions, toReply, withFreshToken } from './api.ts';

export interface DownloadedFile {
  content: Blob;
  name: string;
}

/** Fetches a private file, since a plain link cannot send the token. Throws ApiFailure. */
export function fetchFile(
  call: AnyCall,
  options: Pick<RequestOptions, 'params' | 'query' | 'timeoutMs'>,
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

function toFileName(disposition: string | null): string | null {
  const name = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim();
  return name ? name.replace(/^.*[\\/]/, '') || null : null;
}

export function saveFile({ content, name }: DownloadedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read the URL after `click` returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
