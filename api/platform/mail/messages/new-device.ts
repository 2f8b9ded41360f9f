import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

interface NewDevice {
  name: string;
  /** 'Chrome on Windows'. */
  device: string;
  /** '203.0.113.x', or null. */
  network: string | null;
  /** Formatted in `timeZone`. */
  at: string;
  timeZone: string;
  /** Behind the '#' of the link, which no server or log sees. */
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
