import { announce, warn } from '../../shared/toast/notices.ts';
import { weekAnchor } from '../data/row.ts';
import { COPY_FAILED, copyText } from '../sharing/copy-text.ts';

/** Copies the address of a module on this page, and says so. */
export async function copyLink(weekId: string): Promise<void> {
  const address = `${location.origin}${location.pathname}#${weekAnchor(weekId)}`;
  if (await copyText(address)) announce('The link to this module was copied.');
  else warn(COPY_FAILED);
}
