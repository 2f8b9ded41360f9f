import { product } from '../../process/product.ts';
import type { MailContent } from './content.ts';

interface EmailChanged {
  name: string;
  newEmail: string;
  /** After the '#' of the link, so no server or log sees it. */
  token: string | null;
}

/** Goes to the old address. */
export function toEmailChangedMessage({ name, newEmail, token }: EmailChanged): MailContent {
  return {
    subject: `Your ${product.name} email address was changed`,
    preview: 'If this was you, there is nothing to do.',
    name,
    title: 'Your email address was changed',
    paragraphs: [
      `From now on you sign in with ${toMaskedEmail(newEmail)}, and our messages go there. If this was you, there is nothing to do.`,
      ...(token === null
        ? [
            `If this was not you, write to ${product.mailbox} at once, from this address. We can give your account back to you.`,
          ]
        : [
            'If this was not you, the button leads to a page that gives the account back to this address, signs out every device and asks you for a new password. It works once, for seven days.',
            `If that does not help, write to ${product.mailbox} from this address.`,
          ]),
    ],
    ...(token === null ? {} : { action: { label: 'This was not me', path: `/not-me#${token}` } }),
    reason: `You get this message because this was your address at ${product.name} until now.`,
  };
}

export function toMaskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1***');
}
