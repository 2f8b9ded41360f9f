/**
 * The link in a message with a reset code carries a key that asks for another code when strangers have asked for all that
 * strangers may. It stands behind the '#', so that no server or log on the way sees it.
 */
interface MailHash {
  mailKey: string | null;
  /** The address that the message went to. */
  email: string | null;
}

export function readMailHash(hash: string): MailHash {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  return { mailKey: values.get('mailKey'), email: values.get('email') };
}

/** What to put behind a path so that the next screen has the key; '' without one. */
export function toMailHash(mailKey: string | null, email: string): string {
  return mailKey ? `#${new URLSearchParams({ mailKey, email })}` : '';
}
