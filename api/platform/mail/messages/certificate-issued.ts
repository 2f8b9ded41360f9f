import { toPrintedCode } from '#contract/certificate-code.ts';
import { product } from '../../process/product.ts';
import { CERTIFICATE_WORDS } from './badge-earned.ts';
import { ACCOUNT_REASON, type MailContent, toLine } from './content.ts';

interface Certificate {
  name: string;
  title: string;
  code: string;
  of: 'league' | 'specialization';
}

/** For a specialization, or a league without a badge. */
export function toCertificateIssuedMessage({ name, title, code, of }: Certificate): MailContent {
  const what = toLine(title);
  return {
    subject: `Your certificate: ${what}`,
    preview: 'It has its own link, so anyone can check it.',
    name,
    title: 'Your certificate is ready',
    prize: { name: what, from: `${product.name} certificate` },
    paragraphs: [
      of === 'league'
        ? `You finished every topic of ${what}. Well done!`
        : `You finished every league of the specialization ${what}. Well done!`,
      CERTIFICATE_WORDS,
    ],
    action: { label: 'View your certificate', path: `/certificates/${toPrintedCode(code)}` },
    reason: ACCOUNT_REASON,
  };
}
