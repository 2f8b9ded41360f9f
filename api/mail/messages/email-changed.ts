import { product } from '../../process/product.ts';
import type { MailContent } from './content.ts';

/** Tells the old address that the account moved to another one, which is named only in part. */
export function toEmailChangedMessage({ name, newEmail }: { name: string; newEmail: string }): MailContent {
  return {
    subject: `Your ${product.name} e-mail address was changed`,
    preview: 'If this was you, there is nothing to do.',
    name,
    title: 'Your e-mail address was changed',
    paragraphs: [
      `From now on you sign in with ${toMaskedEmail(newEmail)}, and our messages go there. If this was you, there is nothing to do.`,
      `If this was not you, write to ${product.mailbox} at once, from this address. We can give your account back to you.`,
    ],
    reason: `You get this message because this was your address at ${product.name} until now.`,
  };
}

/** 'asha@example.org' as 'a***@example.org': enough to know one's own address, too little to learn another's. */
export function toMaskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1***');
}
