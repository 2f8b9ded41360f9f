import { toPrintedCode } from '#contract/certificate-code.ts';
import { ACCOUNT_REASON, type MailContent, toLine } from './content.ts';

interface Decision {
  name: string;
  /** The league or specialization. */
  title: string;
  /** Of the name on a certificate that has this code, or about whether there will be one. */
  about: { nameChange: string; code: string } | 'certificate' | 'appeal';
  isGranted: boolean;
  /** In the words of who decided. */
  reason: string;
}

/** Tells a learner what staff decided about the name on a certificate, about a certificate that was held, or an appeal. */
export function toCertificateDecidedMessage({
  name,
  title,
  about,
  isGranted,
  reason,
}: Decision): MailContent {
  const what = toLine(title);
  const { subject, heading, paragraphs } = toWords(about, isGranted, what);
  return {
    subject: `${subject}: ${what}`,
    preview: heading,
    name,
    title: heading,
    paragraphs,
    quote: { from: 'The reason', text: reason },
    action:
      typeof about === 'object'
        ? { label: 'View your certificate', path: `/certificates/${toPrintedCode(about.code)}` }
        : { label: 'Open your profile', path: '/dashboard/profile' },
    reason: ACCOUNT_REASON,
  };
}

function toWords(about: Decision['about'], isGranted: boolean, what: string) {
  if (typeof about === 'object') {
    return isGranted
      ? {
          subject: 'Name changed',
          heading: 'Your certificate carries another name',
          paragraphs: [
            `Your certificate for ${what} now carries the name ${toLine(about.nameChange)}. Its page says since when. Its address is still the same.`,
          ],
        }
      : {
          subject: 'Name not changed',
          heading: 'Your certificate keeps its name',
          paragraphs: [
            `The name on your certificate for ${what} stays as it is. You can ask again and say more.`,
          ],
        };
  }
  if (isGranted) {
    return {
      subject: 'Certificate let through',
      heading: 'Nothing holds your certificate up any more',
      paragraphs: [
        `Staff looked at how you completed ${what}. Your certificate comes once the assignment of the league is approved.`,
      ],
    };
  }
  return {
    subject: 'No certificate',
    heading: about === 'appeal' ? 'Your appeal was declined' : 'Your certificate was declined',
    paragraphs: [
      about === 'appeal'
        ? `Somebody else than before looked at your certificate for ${what}. It is not issued, and this decision stands.`
        : `${what} was completed faster than we expect, so staff looked at it. The certificate is not issued. You can appeal once; somebody else answers.`,
    ],
  };
}
