import { name as productName } from '#content/site.json';
import {
  CREDENTIAL_MEDIA_TYPE,
  type CredentialRow,
  issueCredential,
  listOwnCredentials,
} from '#contract/credentials.ts';
import { toSlug } from '#contract/slug.ts';
import { toLinkedInAddress } from '#site/islands/shared/format/linkedin.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { saveFile } from '#site/islands/shared/http/download.ts';
import { createQuery } from '#site/islands/shared/query/query.ts';
import { announce, warn } from '#site/islands/shared/toast/toast.ts';
import { certificatePath } from '../../awards/awards.ts';
import { bakePng } from './bake-png.ts';
import { drawBadge } from './draw-badge.ts';

export const credentials = createQuery('credentials', () => callApi(listOwnCredentials), { staleMs: 0 });

export type CredentialFormat = 'jwt' | 'png';

export async function downloadCredential(
  row: CredentialRow,
  format: CredentialFormat,
  hasProjects: boolean,
  { save, draw } = { save: saveFile, draw: drawBadge },
): Promise<void> {
  try {
    const { credential } = await callApi(issueCredential, {
      body: { kind: row.kind, id: row.id, hasProjects },
    });
    const content =
      format === 'png'
        ? bakePng(await draw(row), credential)
        : new Blob([credential], { type: CREDENTIAL_MEDIA_TYPE });
    const name = `${toSlug(row.title, row.kind)}.${format}`;
    save({ content, name });
    announce(`Saved as ${name}`);
  } catch (error) {
    warn(`Nothing was saved: ${toMessage(error, REQUEST_FAILED)}`);
  }
}

export function toLinkedInForm({ title, earnedOn, code }: CredentialRow, origin: string): string {
  const page = `${origin}${code ? certificatePath(code) : '/verify'}`;
  return toLinkedInAddress({ title, issuer: productName, completedOn: earnedOn, code }, page);
}
