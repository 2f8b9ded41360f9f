import { Fragment } from 'react';

/** A mail address, or its domain alone, that breaks after its dots and its @ where it has to, and inside a word only when even that is too long. */
export function EmailText({ email }: { email: string }) {
  return <Breaking text={email} after={/(?<=[.@])/} />;
}

interface InSentence {
  email: string;
  /** The sign after it, which never stands alone on the next line. */
  end?: string;
}

/** One in a sentence: it goes to the next line as a whole, and breaks only where that is too short as well. */
export function EmailInSentence({ email, end }: InSentence) {
  return (
    <span className="inline-block max-w-full">
      <strong>
        <EmailText email={email} />
      </strong>
      {end}
    </span>
  );
}

/** An address of the web, that breaks after its slashes, dots and hyphens in the same way. */
export function UrlText({ url }: { url: string }) {
  return <Breaking text={url} after={/(?<=[/.-])(?=[^/.-])/} />;
}

function Breaking({ text, after }: { text: string; after: RegExp }) {
  return (
    <span className="wrap-anywhere">
      {text.split(after).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text in their order
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
