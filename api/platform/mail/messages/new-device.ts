import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

interface NewDevice {
  name: string;
  device: string;
  network: string | null;
  at: string;
  timeZone: string;
  /** After the '#' of the link, so no server or log sees it. */
  token: string;
  by: 'password' | 'passkey';
}

export function toNewDeviceMessage({
  name,
  device,
  network,
  at,
  timeZone,
  token,
  by,
}: NewDevice): MailContent {
  return {
    subject: `New sign-in to your ${product.name} account`,
    preview: 'If this was you, there is nothing to do.',
    name,
    title: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in with your ${by}: ${device}${network ? `, network ${network}` : ''}, ${at} (${timeZone}).`,
      'If this was you, there is nothing to do. If it was not, the button leads to a page that signs out every device and asks you for a new password. It works for seven days.',
      ...(by === 'passkey' ? ['Then remove the passkey, too: it is in your profile under “Passkeys”.'] : []),
    ],
    action: { label: 'This was not me', path: `/not-me#${token}` },
    reason: ACCOUNT_REASON,
  };
}
